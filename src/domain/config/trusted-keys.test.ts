import { describe, expect, test } from "vitest";
import { settingPaths } from "./config-origins.ts";
import { FREE_KEYS, isTrusted, listValues, powerOf, splitTrusted, TRUSTED_KEYS } from "./trusted-keys.ts";

const KEYS = ["$schema", ...settingPaths().map((path) => path.join("."))];

test("every key of the schema is in one of the tables, itself or with its group", () => {
  const named = [...Object.keys(TRUSTED_KEYS), ...Object.keys(FREE_KEYS)];
  const isNamed = (key: string) => named.some((name) => key === name || key.startsWith(`${name}.`));

  expect(KEYS.filter((key) => !isNamed(key))).toEqual([]);
});

test("no name is in both tables", () => {
  expect(Object.keys(TRUSTED_KEYS).filter((name) => Object.hasOwn(FREE_KEYS, name))).toEqual([]);
});

test("what runs, sends or judges is trusted", () => {
  expect(KEYS.filter((key) => !isTrusted(key))).toEqual([
    ...[
      "$schema",
      "artifactsRoot",
      "baseBranch",
      "agentGuides",
      ...["claude", "anthropic", "openai", "acp"].map((id) => `limits.${id}.concurrent`),
      "memory.use",
      "memory.learn",
      "memory.limit",
      "implement.parallel",
      "keep.days",
    ],
  ]);
});

test("a key that no table knows is trusted", () => {
  expect(isTrusted("hooks.afterMerge")).toBe(true);
  expect(powerOf("hooks.afterMerge")).toBe("is not known to be harmless");
});

test("a key has the power of its nearest name", () => {
  expect(powerOf("anthropic.baseUrl")).toContain("your key");
  expect(powerOf("anthropic.maxCost")).toContain("spend");
  expect(powerOf("openai.keyVariable")).toContain("variable of your environment");
  expect(powerOf("checks.environment")).toContain("variables of your environment");
  expect(powerOf("commits.specify.review")).toContain("commit messages");
});

describe("a file is parted", () => {
  const file = {
    $schema: "./x.json",
    artifactsRoot: "notes",
    memory: { use: false, global: true },
    review: { maxRounds: 2 },
    runtime: { roles: { author: "acp" } },
    commits: { "specify.review": "wip {n}" },
    acp: { command: ["a", "b"], environment: [] },
    checks: {},
  };

  test("into what needs a word and what does not, and nothing is lost", () => {
    const { trusted, free } = splitTrusted(file);

    expect(free).toEqual({ $schema: "./x.json", artifactsRoot: "notes", memory: { use: false } });
    expect(trusted).toEqual({
      memory: { global: true },
      review: { maxRounds: 2 },
      runtime: { roles: { author: "acp" } },
      commits: { "specify.review": "wip {n}" },
      acp: { command: ["a", "b"], environment: [] },
    });
  });

  test("and listed key by key", () => {
    expect(listValues(splitTrusted(file).trusted)).toEqual([
      ["memory.global", true],
      ["review.maxRounds", 2],
      ["runtime.roles.author", "acp"],
      ["commits.specify.review", "wip {n}"],
      ["acp.command", ["a", "b"]],
      ["acp.environment", []],
    ]);
  });

  test("a file that is no object has neither", () => {
    expect(splitTrusted([{ acp: 1 }])).toEqual({ trusted: {}, free: {} });
  });
});
