import { describe, expect, it } from "vitest";
import { agentRequest, promptOf } from "../../../../test/support/agent-request.ts";
import type { ErrorCode } from "../../../domain/text/errors.ts";
import type { AgentRequest } from "../../../ports/agents/agent-runtime.ts";
import { chooseTurn, parseScript } from "./script.ts";

const CODE: ErrorCode = "script-mismatch";

describe("the form of a script", () => {
  it("takes every field", () => {
    const turn = {
      expect: "repair",
      promptHas: ["a"],
      asks: true,
      reads: ["src/a.ts"],
      writes: { "{feature}/spec.md": "# Spec" },
      deletes: ["b"],
      run: ["true"],
      delayMs: 5,
      hang: true,
      forgets: true,
      error: "no",
      reply: { approved: true, nested: { list: [1, null] } },
      usage: { input: 1, cacheRead: 2, cacheWrite: 3, output: 4, cost: 0.5, estimated: true },
    };

    const script = parseScript("s.json", JSON.stringify({ roles: { "spec-reviewer": [turn] } }));

    expect([...script.turns]).toEqual([["spec-reviewer", [turn]]]);
  });

  it("needs no field at all, and usage without its defaults is enough", () => {
    const script = parseScript("s.json", '{"roles": {"a": [{}, {"usage": {"input": 1, "output": 2}}], "b": []}}');

    expect(script.turns.get("a")?.[0]).toEqual({
      promptHas: [],
      asks: false,
      reads: [],
      writes: {},
      deletes: [],
      run: [],
      delayMs: 0,
      hang: false,
      forgets: false,
      reply: "",
    });
    expect(script.turns.get("a")?.[1]?.usage).toEqual({
      input: 1,
      cacheRead: 0,
      cacheWrite: 0,
      output: 2,
      estimated: false,
    });
    expect(script.turns.get("b")).toEqual([]);
  });

  it.each([
    ['{"roles": {"a": [{"wirtes": {}}]}}', 's.json: roles > a > turn 1: unknown field "wirtes"'],
    ['{"roles": {"a": [{}, {"delayMs": -1}]}}', "s.json: roles > a > turn 2 > delayMs: "],
    ['{"roles": {"a": [{"expect": "again"}]}}', "s.json: roles > a > turn 1 > expect: "],
    ['{"roles": {"a": [{"reply": 7}]}}', "s.json: roles > a > turn 1 > reply: "],
    ['{"roles": {"a": [{"error": ""}]}}', "s.json: roles > a > turn 1 > error: "],
    ['{"roles": {"a": [{"usage": {"input": 1}}]}}', "s.json: roles > a > turn 1 > usage > output: "],
    ['{"roles": {"a": {}}}', "s.json: roles > a: "],
    ['{"rolls": {}}', 'the script: unknown field "rolls"'],
    ["[]", "s.json: the script: "],
    ['{\n  "roles": {},\n}', "s.json:3: not valid JSON: "],
    ["", "s.json: not valid JSON: "],
  ])("%j is refused with its place", (text, message) => {
    expect(() => parseScript("s.json", text)).toThrow(
      expect.objectContaining({ code: CODE, message: expect.stringContaining(message), fix: expect.any(String) }),
    );
  });
});

describe("the turn a dispatch takes", () => {
  const script = parseScript(
    "s.json",
    JSON.stringify({
      roles: {
        reviewer: [{ reply: "first" }, { reply: "second" }],
        "design/reviewer": [{ reply: "design first" }],
      },
    }),
  );
  const specify = { role: "reviewer", phase: "specify" };
  const design = { role: "reviewer", phase: "design" };

  it("is the one after the outcomes its key already has", () => {
    expect(chooseTurn(script, request(specify), [])).toMatchObject({
      key: "reviewer",
      number: 1,
      turn: { reply: "first" },
    });
    expect(chooseTurn(script, request(specify), [specify])).toMatchObject({ number: 2, turn: { reply: "second" } });
    expect(chooseTurn(script, request(specify), [{ role: "author", phase: "specify" }])).toMatchObject({ number: 1 });
  });

  it("comes from `phase/role` where the script has that key, and each key counts its own outcomes", () => {
    const chosen = chooseTurn(script, request(design), [specify, specify]);

    expect(chosen).toMatchObject({ key: "design/reviewer", number: 1, turn: { reply: "design first" } });
    expect(chooseTurn(script, request(specify), [design, specify, design])).toMatchObject({
      key: "reviewer",
      number: 2,
    });
    expect(chooseTurn(script, request({ ...specify, phase: "create-plan" }), [specify])).toMatchObject({ number: 2 });
  });

  it("has {feature} replaced in paths, commands and what the prompt has, and nowhere else", () => {
    const everywhere = ["{feature}/{feature}"];
    const turn = {
      promptHas: everywhere,
      reads: everywhere,
      writes: { "{feature}/a": "{feature}" },
      deletes: everywhere,
      run: everywhere,
      error: "{feature}",
      reply: "{feature}",
    };
    const own = parseScript("s.json", JSON.stringify({ roles: { reviewer: [turn] } }));

    const chosen = chooseTurn(own, request({ ...specify, feature: { key: "1", folder: "b/$&/" } }, "b/$&/b/$&"), []);

    const filled = ["b/$&/b/$&"];
    expect(chosen.turn).toMatchObject({ promptHas: filled, reads: filled, deletes: filled, run: filled });
    expect(chosen.turn).toMatchObject({ writes: { "b/$&/a": "{feature}" }, error: "{feature}", reply: "{feature}" });
  });

  it.each([
    [
      "no turn is left",
      specify,
      [specify, specify],
      's.json: no turn 3 for reviewer (a fresh dispatch in phase specify, step the/step): "reviewer" has 2 turns',
    ],
    ["the one turn is taken", design, [design], '"design/reviewer" has 1 turn'],
    [
      "the role has no key",
      { ...specify, role: "toString" },
      [],
      'no turn 1 for toString (a fresh dispatch in phase specify, step the/step): it has neither "specify/toString" nor "toString"',
    ],
  ])("is missed with a message naming role and turn when %s", (_, asked, outcomes, message) => {
    expect(() => chooseTurn(script, request(asked), outcomes)).toThrow(
      expect.objectContaining({ code: CODE, message: expect.stringContaining(message) }),
    );
  });
});

describe("what a turn expects", () => {
  const script = parseScript(
    "s.json",
    JSON.stringify({ roles: { reviewer: [{}, { expect: "resume", promptHas: ["## Delta", "iteration 2"] }] } }),
  );
  const second = { role: "reviewer", phase: "specify", kind: "resume" } as const;
  const outcomes = [{ role: "reviewer", phase: "specify" }];

  it("lets a dispatch pass that is so", () => {
    expect(chooseTurn(script, request(second, "## Delta\niteration 2"), outcomes)).toMatchObject({ number: 2 });
  });

  it("names script, key, turn, the kind expected and the kind that came", () => {
    expect(() => chooseTurn(script, request({ ...second, kind: "fallback" }), outcomes)).toThrow(
      expect.objectContaining({
        code: CODE,
        message: "s.json: reviewer turn 2 expects a resume dispatch, but a fallback one came (step the/step)",
      }),
    );
  });

  it("names the text that is not in the prompt, and shows how the prompt begins", () => {
    expect(() => chooseTurn(script, request(second, "## Delta\nround two"), outcomes)).toThrow(
      expect.objectContaining({
        code: CODE,
        message: 's.json: reviewer turn 2 expects "iteration 2" in the prompt, but it is not there (step the/step)',
        detail: expect.stringContaining("## Delta\nround two"),
      }),
    );
  });
});

// a cast, because the role names here are made up
function request(
  overrides: { role: string } & Partial<Omit<AgentRequest, "role">>,
  promptText = "prompt",
): AgentRequest {
  const prompt = promptOf(promptText);
  return agentRequest("/nowhere", { step: "the/step", prompt, ...overrides } as Partial<AgentRequest>);
}
