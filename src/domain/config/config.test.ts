import { describe, expect, test } from "vitest";
import * as z from "zod";
import { settingsByRole } from "../roles/role-settings.ts";
import { IflowError } from "../text/errors.ts";
import { type Config, ConfigSchema, DEFAULT_CONFIG, mergeConfig } from "./config.ts";

function refusalOf(values: unknown, origin = "iflow.config.json"): IflowError {
  try {
    mergeConfig([{ origin, values }]);
  } catch (error) {
    if (error instanceof IflowError) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

test("T18: which of the user's MCP servers agents reach is not for a repository to say", () => {
  const values = { claude: { mcpServers: ["mailbox"] } };

  expect(mergeConfig([{ origin: "/home/a/.config/iflow/config.json", values }]).claude).toEqual(values.claude);
  expect(refusalOf(values)).toMatchObject({
    message: "iflow.config.json: claude.mcpServers is not a setting of a project",
    fix: expect.stringContaining("~/.config/iflow/config.json"),
  });
});

test("a pattern of agents.deny that would close nothing is refused", () => {
  const deny = ["*.sqlite", "customers/**", "a b/?.md", "/private"];
  expect(mergeConfig([{ origin: "iflow.config.json", values: { agents: { deny } } }]).agents.deny).toEqual(deny);
  for (const pattern of ["*.{sqlite,db}", "[Ss]ecrets/**", "!public.pem", "a\\b", ""]) {
    expect(refusalOf({ agents: { deny: [pattern] } }).message, pattern).toContain("agents.deny.0 may have *, ** and ?");
  }
});

test("the folder and the branch that a clone may name are no option, no other place and no control code", () => {
  for (const artifactsRoot of ["-rf", "/etc", "a/../..", "a\u001b[2Jb", "a\nb"]) {
    expect(refusalOf({ artifactsRoot }).message, artifactsRoot).toContain("must be a folder inside the repository");
  }
  for (const baseBranch of ["--upload-pack=x", "a b", "a..b", "a\u001b", "main:x", "main^"]) {
    expect(refusalOf({ baseBranch }).message, baseBranch).toContain("must be the name of a branch");
  }
  for (const baseBranch of ["main", "release/1.0", "fix#12", "@me", "a+b", "v(2)", "it's", "größe", "a;b"]) {
    expect(mergeConfig([{ origin: "iflow.config.json", values: { baseBranch } }]).baseBranch).toBe(baseBranch);
  }
});

describe("defaults", () => {
  test("without any layer the defaults hold", () => {
    expect(mergeConfig([])).toEqual(DEFAULT_CONFIG);
    expect(mergeConfig([{ origin: "iflow.config.json", values: {} }])).toEqual(DEFAULT_CONFIG);
  });

  test("are those of the documentation", () => {
    const { commits, ...others } = DEFAULT_CONFIG;

    expect(others).toEqual({
      artifactsRoot: "docs",
      agentGuides: true,
      runtime: { minutes: 60, roles: {} },
      claude: { mcpServers: ["context7"] },
      acp: { environment: [] },
      budget: { feature: 20, prices: {} },
      anthropic: { maxTurns: 100, maxOutputTokens: 200_000, maxCost: 10, tries: 5 },
      openai: {
        ...{ api: "responses", keyVariable: "OPENAI_API_KEY" },
        ...{ maxTurns: 100, maxOutputTokens: 200_000, maxCost: 10, tries: 5 },
      },
      models: { claude: {}, anthropic: {}, openai: {}, acp: {} },
      review: {
        ...{
          maxRounds: 5,
          brainstormRounds: 3,
          atCap: "ask",
          convergence: "seed",
          adjudicate: false,
          certify: "same",
          finalValidation: "changed",
          guard: "content",
          session: "resume",
        },
        ...{ context: "auto", keepWarm: true, compactDiffs: "auto", models: "auto" },
      },
      risk: { paths: expect.arrayContaining(["auth", ".github", "package-lock.json"]), size: { files: 5, lines: 100 } },
      memory: { use: true, learn: true, global: true, limit: 3 },
      checks: { none: false, repairFirst: true, environment: [] },
      sandbox: { mode: "auto", network: false, checks: false },
      implement: { parallel: 1 },
      worktree: { root: "../{repository}.trees" },
      agents: { deny: [], commands: "families", effort: {} },
      keep: { days: 30 },
      limits: {
        ...Object.fromEntries(["claude", "anthropic", "openai"].map((id) => [id, { concurrent: 10, silence: 300 }])),
        acp: { concurrent: 10, silence: 900 },
      },
    });
    expect(commits).toEqual({
      draft: "iflow: {phase} draft",
      byHand: "iflow: {phase} edited by hand",
      "specify.review": "iflow: specify review iteration {n}",
      "specify.handoff": "iflow: specify phase-review iteration {n}",
      "design.review": "iflow: design review iteration {n}",
      "design.handoff": "iflow: design handoff review iteration {n}",
      "create-plan.review": "iflow: plan review iteration {n}",
      "create-plan.handoff": "iflow: plan chain review iteration {n}",
      "create-tasks.review": "iflow: tasks review iteration {n}",
      "create-tasks.handoff": "iflow: tasks chain review iteration {n}",
      "implement.task": "iflow: implement task {n}",
      "implement.simplify": "iflow: implement simplification",
      "implement.tests": "iflow: implement tests",
      "implement.review": "iflow: implement review iteration {n} fixes",
    } satisfies Config["commits"]);
  });
});

describe("runtimes by role", () => {
  test("are told by role or by kind of role, and merge", () => {
    const config = mergeConfig([
      { origin: "a", values: { runtime: { roles: { reviewer: "anthropic", fixer: "claude" } } } },
      { origin: "b", values: { runtime: { roles: { fixer: "opencode" } } } },
    ]);

    expect(config.runtime.roles).toEqual({ reviewer: "anthropic", fixer: "opencode" });
    expect(settingsByRole(config.runtime.roles).get("spec-reviewer")).toBe("anthropic");
    expect(settingsByRole(config.runtime.roles).get("fixer")).toBe("opencode");
    expect(settingsByRole(config.runtime.roles).has("spec-author")).toBe(false);
  });

  test("of a role that is none are refused by its name", () => {
    expect(refusalOf({ runtime: { roles: { "spec-revewer": "claude" } } }).message).toContain("spec-revewer");
  });
});

describe("layers", () => {
  test("later ones win key by key; a default never overrides what an earlier one says", () => {
    const config = mergeConfig([
      { origin: "iflow.config.json", values: { artifactsRoot: "a", review: { maxRounds: 3, guard: "prompt" } } },
      { origin: "config.json", values: { review: { maxRounds: 4, session: "fresh" }, checks: { test: "npm test" } } },
      { origin: "flags", values: { checks: { lint: "npm run lint" }, commits: { "design.review": "wip {n}" } } },
    ]);

    expect(config).toEqual({
      ...DEFAULT_CONFIG,
      artifactsRoot: "a",
      review: { ...DEFAULT_CONFIG.review, maxRounds: 4, guard: "prompt", session: "fresh" },
      checks: { ...DEFAULT_CONFIG.checks, test: "npm test", lint: "npm run lint" },
      commits: { ...DEFAULT_CONFIG.commits, "design.review": "wip {n}" },
    });
  });

  test("are each left as they were", () => {
    const values = { review: { maxRounds: 3 } };

    mergeConfig([
      { origin: "a", values },
      { origin: "b", values: { review: { maxRounds: 4 } } },
    ]);

    expect(values).toEqual({ review: { maxRounds: 3 } });
  });

  test("name an editor schema without harm", () => {
    expect(mergeConfig([{ origin: "a", values: { $schema: "./x.json" } }])).toEqual({
      ...DEFAULT_CONFIG,
      $schema: "./x.json",
    });
  });
});

describe("what is wrong is named, with its origin", () => {
  test.each<[string, unknown, string]>([
    ["an unknown key", { maxRounds: 3 }, 'unknown key "maxRounds" (iflow.config.json)'],
    ["an unknown key further in", { review: { rounds: 3 } }, 'unknown key "review.rounds" (iflow.config.json)'],
    ["several unknown keys", { review: { a: 1, b: 2 } }, 'unknown key "review.a" (iflow.config.json)'],
    ["an unknown check", { checks: { deploy: "x" } }, 'unknown key "checks.deploy" (iflow.config.json)'],
    [
      "an unknown commit",
      { commits: { "finish.review": "x" } },
      'unknown key "commits.finish.review" (iflow.config.json)',
    ],
    [
      "a key that is part of every object",
      JSON.parse('{"__proto__": {"a": 1}}'),
      'unknown key "__proto__" (iflow.config.json)',
    ],
  ])("%s", (_, values, message) => {
    const { code, message: text } = refusalOf(values);

    expect(text).toBe(message);
    expect(code).toBe("config-invalid");
  });

  test.each<[string, unknown, string]>([
    ["a number as text", { review: { maxRounds: "5" } }, 'review.maxRounds must be a whole number, not "5" (f)'],
    [
      "no round at all",
      { review: { maxRounds: 0 } },
      "review.maxRounds must be a whole number from 1 to 20, not 0 (f)",
    ],
    ["half a round", { review: { maxRounds: 2.5 } }, "review.maxRounds must be a whole number, not 2.5 (f)"],
    ["more rounds than sense", { review: { maxRounds: 21 } }, "must be a whole number from 1 to 20, not 21 (f)"],
    ["no minutes", { runtime: { minutes: 0 } }, "runtime.minutes must be a number above 0, at most 1440, not 0 (f)"],
    ["no money", { anthropic: { maxCost: -1 } }, "anthropic.maxCost must be a number above 0, not -1 (f)"],
    ["a word for a switch", { memory: { use: "yes" } }, 'memory.use must be true or false, not "yes" (f)'],
    [
      "a word that is none of the choices",
      { review: { guard: "no" } },
      'review.guard must be "prompt", "content" or "cost", not "no" (f)',
    ],
    ["null", { review: null }, "review must be a group of settings in { }, not null (f)"],
    ["an empty command", { checks: { test: "" } }, "checks.test must not be empty (f)"],
    ["an empty commit message", { commits: { draft: "" } }, "commits.draft must not be empty (f)"],
    ["a list instead of an object", [], "the file must be a group of settings in { }, not [] (f)"],
    ["nothing", undefined, "the file must be a group of settings in { }, not nothing (f)"],
    ["no address", { anthropic: { baseUrl: "api" } }, "anthropic.baseUrl must be an address that begins with http"],
    ["a command of another kind", { acp: { command: 5 } }, "acp.command must be a text or a list in [ ], not 5 (f)"],
    ["a command with quotes", { acp: { command: 'sh -c "x y"' } }, "acp.command has quotes"],
    ["a secret", { checks: { test: [`sk-ant-api03-${"a".repeat(40)}`] } }, 'checks.test must be a text, not ["'],
  ])("%s", (_, values, message) => {
    const { message: text } = refusalOf(values, "f");
    expect(text).toContain(message);
    expect(text).not.toContain("sk-ant-api03-aaaa");
  });

  test("two mistakes are both told, the second below the first", () => {
    const { message, detail } = refusalOf({ agentGuides: 1, chekcs: 1 }, "f");

    expect(message).toBe("agentGuides must be true or false, not 1 (f)");
    expect(detail).toBe('unknown key "chekcs" (f)\n  Did you mean "checks"?');
  });

  test.each([
    [{ chekcs: {} }, 'Did you mean "checks"?'],
    [{ review: { maxRound: 3 } }, 'Did you mean "review.maxRounds"?'],
    [{ runtime: { roles: { "spec-revewer": "claude" } } }, 'Did you mean "runtime.roles.spec-reviewer"?'],
    [{ keep: { forever: 1 } }, "Remove it. Known here: days"],
  ])("%j: the nearest key, else all of them", (values, fix) => {
    expect(refusalOf(values).fix).toBe(fix);
  });

  test("a mistake in a file is told with its line", () => {
    const text = '{\n  "review": {\n    "guard": "cost",\n    "maxRounds": "five"\n  }\n}\n';
    const layer = { origin: "iflow.config.json", values: JSON.parse(text), text };

    expect(() => mergeConfig([layer])).toThrow(
      'review.maxRounds must be a whole number, not "five" (iflow.config.json, line 4)',
    );
  });

  test.each(["/etc", "../docs", "docs/../../x", "a\\b", "", "a\0b"])(
    "the folder %j is not inside the repository",
    (artifactsRoot) => {
      expect(refusalOf({ artifactsRoot }, "f").message).toContain(
        "artifactsRoot must be a folder inside the repository, not ",
      );
    },
  );

  test.each(["docs", ".", "packages/app/docs", "my docs", "ドキュメント"])("the folder %j is", (artifactsRoot) => {
    expect(mergeConfig([{ origin: "f", values: { artifactsRoot } }]).artifactsRoot).toBe(artifactsRoot);
  });

  test("a mistake in the second layer names the second", () => {
    const layers = [
      { origin: "iflow.config.json", values: {} },
      { origin: "~/.config/iflow/config.json", values: { speed: 1 } },
    ];

    expect(() => mergeConfig(layers)).toThrow('unknown key "speed" (~/.config/iflow/config.json)');
  });

  test("a mistake is not healed by a later layer", () => {
    const layers = [
      { origin: "iflow.config.json", values: { review: { maxRounds: 99 } } },
      { origin: "flags", values: { review: { maxRounds: 3 } } },
    ];

    expect(() => mergeConfig(layers)).toThrow(
      "review.maxRounds must be a whole number from 1 to 20, not 99 (iflow.config.json)",
    );
  });
});

test("editors are given the schema that decides", async () => {
  const text = `${JSON.stringify(z.toJSONSchema(ConfigSchema, { io: "input" }), null, 2)}\n`;

  await expect(text).toMatchFileSnapshot("../../../iflow.config.schema.json");
});
