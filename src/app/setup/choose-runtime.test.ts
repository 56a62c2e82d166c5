import { describe, expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../../domain/config/config.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { FoundRuntime } from "../../ports/agents/agent-runtime.ts";
import { chooseRoleRuntimes, chooseRuntime } from "./choose-runtime.ts";

const CLAUDE: FoundRuntime = { id: "claude", name: "claude", state: "ready", detail: "2.1.325, logged in" };
const OPENCODE: FoundRuntime = {
  id: "acp",
  name: "opencode",
  state: "ready",
  detail: "opencode acp",
  command: ["opencode", "acp"],
};
const GEMINI: FoundRuntime = {
  id: "acp",
  name: "gemini",
  state: "missing",
  detail: "gemini is not on the path",
  fix: "npm install -g @google/gemini-cli",
  command: ["gemini", "--acp"],
};
const NO_LOGIN: FoundRuntime = { ...CLAUDE, state: "no-login", detail: "2.1.325, no login and no key", fix: "log in" };

describe("without a name", () => {
  test("the first that is ready is chosen, and said in one line", () => {
    const { choice, said } = chooseRuntime(undefined, DEFAULT_CONFIG, [CLAUDE, OPENCODE]);

    expect(choice).toEqual({ id: "claude" });
    expect(said).toMatch(/^Using claude \(2\.1\.325, logged in\).*--runtime/);
    expect(said).not.toContain("\n");
  });

  test("a Claude without a login is passed over", () => {
    const { choice } = chooseRuntime(undefined, DEFAULT_CONFIG, [NO_LOGIN, GEMINI, OPENCODE]);

    expect(choice).toEqual({ id: "acp", command: ["opencode", "acp"] });
  });

  test("nothing ready: every way to get one, and the demo", () => {
    const error = refusal(() => chooseRuntime(undefined, DEFAULT_CONFIG, [NO_LOGIN, GEMINI]));

    expect(error.code).toBe("agent-unavailable");
    expect(error.detail).toContain("npm install -g @google/gemini-cli");
    expect(error.fix).toContain("iflow demo");
  });
});

describe("by name", () => {
  const found = [NO_LOGIN, GEMINI, OPENCODE];

  test("the flag wins over the config, and nothing is said", () => {
    const config = { ...DEFAULT_CONFIG, runtime: { ...DEFAULT_CONFIG.runtime, default: "opencode" } };

    expect(chooseRuntime("claude", config, found)).toEqual({ choice: { id: "claude" } });
    expect(chooseRuntime(undefined, config, found).choice).toEqual({ id: "acp", command: ["opencode", "acp"] });
  });

  test("acp means the first ACP agent that is there", () => {
    expect(chooseRuntime("acp", DEFAULT_CONFIG, found).choice.command).toEqual(["opencode", "acp"]);
  });

  test("one that is missing is an error with its own fix", () => {
    expect(refusal(() => chooseRuntime("gemini", DEFAULT_CONFIG, found))).toMatchObject({
      code: "agent-unavailable",
      fix: "npm install -g @google/gemini-cli",
    });
    expect(refusal(() => chooseRuntime("acp", DEFAULT_CONFIG, [GEMINI])).code).toBe("agent-unavailable");
  });

  test("an unknown one is a mistake, answered with the known ones", () => {
    expect(refusal(() => chooseRuntime("clod", DEFAULT_CONFIG, found))).toMatchObject({
      code: "usage",
      fix: expect.stringContaining("opencode"),
    });
  });
});

describe("by role", () => {
  const found = [CLAUDE, GEMINI, OPENCODE];
  const roles = (given: (typeof DEFAULT_CONFIG)["runtime"]["roles"], main = "claude") =>
    chooseRoleRuntimes(
      { id: main },
      { ...DEFAULT_CONFIG, runtime: { ...DEFAULT_CONFIG.runtime, roles: given } },
      found,
    );

  test("a role's own name wins over its kind, and nothing named is nothing chosen", () => {
    const chosen = roles({ author: "opencode", "spec-author": "claude" });

    expect(chosen).toMatchObject({ "spec-author": { id: "claude" }, "design-author": { id: "acp" } });
    expect(Object.keys(chosen ?? {})).toHaveLength(5);
    expect(roles({})).toBeUndefined();
  });

  test("what cannot be used is refused with the role and its fix", () => {
    expect(refusal(() => roles({ "spec-reviewer": "gemini" }))).toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining("runtime.roles gives spec-reviewer to gemini"),
      fix: expect.stringContaining("npm install -g @google/gemini-cli"),
    });
    for (const name of ["host", "scripted", "clod"])
      expect(refusal(() => roles({ fixer: name })).fix).toMatch(
        /^one of: claude, anthropic, openai, acp, gemini, opencode/,
      );
  });

  test("a script plays every role", () => {
    expect(roles({ reviewer: "claude" }, "scripted")).toBeUndefined();
  });
});

function refusal(choose: () => unknown): IflowError {
  try {
    choose();
  } catch (error) {
    if (error instanceof IflowError) return error;
  }
  return expect.fail("nothing was refused");
}
