import { describe, expect, test } from "vitest";
import { IflowError } from "../text/errors.ts";
import { DEFAULT_CONFIG, mergeConfig } from "./config.ts";
import { configFromEnvironment, variableOf } from "./config-environment.ts";
import { settingPaths } from "./config-origins.ts";

describe("settings from the environment", () => {
  test.each<[string, string, unknown]>([
    ["IFLOW_ARTIFACTS_ROOT", "specs", { artifactsRoot: "specs" }],
    ["IFLOW_AGENT_GUIDES", "false", { agentGuides: false }],
    ["IFLOW_RUNTIME_DEFAULT", "scripted", { runtime: { default: "scripted" } }],
    ["IFLOW_RUNTIME_ROLES", '{"reviewer":"anthropic"}', { runtime: { roles: { reviewer: "anthropic" } } }],
    ["IFLOW_REVIEW_MAX_ROUNDS", "3", { review: { maxRounds: 3 } }],
    ["IFLOW_REVIEW_FINAL_VALIDATION", "always", { review: { finalValidation: "always" } }],
    ["IFLOW_REVIEW_GUARD", '"prompt"', { review: { guard: "prompt" } }],
    ["IFLOW_CHECKS_TEST", "npm test -- --run", { checks: { test: "npm test -- --run" } }],
    ["IFLOW_COMMITS_BY_HAND", "edited {phase}", { commits: { byHand: "edited {phase}" } }],
    ["IFLOW_COMMITS_CREATE_PLAN_HANDOFF", "wip {n}", { commits: { "create-plan.handoff": "wip {n}" } }],
  ])("%s=%s is a layer of its own", (name, value, values) => {
    const layers = configFromEnvironment({ [name]: value, HOME: "/home/x" });

    expect(layers).toEqual([{ origin: name, values }]);
    expect(mergeConfig(layers)).not.toEqual(DEFAULT_CONFIG);
  });

  test("several stand side by side and merge", () => {
    const layers = configFromEnvironment({ IFLOW_REVIEW_MAX_ROUNDS: "2", IFLOW_REVIEW_SESSION: "fresh" });

    expect(mergeConfig(layers).review).toEqual({ ...DEFAULT_CONFIG.review, maxRounds: 2, session: "fresh" });
  });

  test("every key of the configuration has one name, and no two share it", () => {
    const names = settingPaths().map(variableOf);
    const { commits, review, memory, sandbox } = DEFAULT_CONFIG;
    const keys = [commits, review, memory, sandbox].reduce((sum, section) => sum + Object.keys(section).length, 0);

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBe(
      keys +
        ["artifactsRoot", "baseBranch", "agentGuides", "runtime.default", "runtime.roles", "runtime.minutes"].length +
        ["test", "lint", "typecheck", "build", "none", "repairFirst", "environment"].length +
        ["agents.deny", "agents.commands", "risk.paths", "risk.size.files", "risk.size.lines"].length +
        ["strong", "standard", "light"].length + // agents.effort
        ["claude.executable", "claude.sdk", "claude.mcpServers", "acp.command", "acp.environment"].length +
        2 * ["baseUrl", "maxTurns", "maxOutputTokens", "maxCost", "tries"].length + // anthropic, openai
        ["openai.api", "openai.keyVariable", "keep.days", "budget.feature", "budget.prices"].length +
        ["team.db", "team.repository"].length +
        ["worktree.root", "worktree.setup", "implement.parallel"].length +
        4 * ["strong", "standard", "light", "limits.concurrent", "limits.silence"].length,
    );
    expect(names).not.toContain("IFLOW_$SCHEMA");
    expect(names.every((name) => /^IFLOW_[A-Z]+(_[A-Z]+)*$/.test(name))).toBe(true);
  });

  test.each([
    ["IFLOW_REVIW_MAX_ROUNDS", "Did you mean IFLOW_REVIEW_MAX_ROUNDS?"],
    ["IFLOW_FOO", "unset IFLOW_FOO   (iflow config then lists every setting)"],
  ])("%s is refused with the nearest one, or a short word", (name, fix) => {
    expect(refusalOf({ [name]: "3" }).fix).toBe(fix);
  });

  test("a name that is none is refused, with the one that was meant", () => {
    const error = refusalOf({ IFLOW_MAX_ROUNDS: "3" });

    expect(error.code).toBe("config-invalid");
    expect(error.message).toBe("IFLOW_MAX_ROUNDS is not a setting");
    expect(error.fix).toContain("IFLOW_REVIEW_MAX_ROUNDS");
  });

  test("a section is no setting", () => {
    expect(refusalOf({ IFLOW_REVIEW: '{"maxRounds": 3}' }).message).toBe("IFLOW_REVIEW is not a setting");
  });

  test("a wrong value names the variable", () => {
    expect(() => mergeConfig(configFromEnvironment({ IFLOW_REVIEW_MAX_ROUNDS: "many" }))).toThrow(
      'review.maxRounds must be a whole number, not "many" (IFLOW_REVIEW_MAX_ROUNDS)',
    );
    expect(() => mergeConfig(configFromEnvironment({ IFLOW_ARTIFACTS_ROOT: undefined }))).toThrow(
      'artifactsRoot must be a folder inside the repository, not "" (IFLOW_ARTIFACTS_ROOT)',
    );
  });

  test("other variables and those with a meaning of their own are left alone", () => {
    expect(configFromEnvironment({})).toEqual([]);
    expect(
      configFromEnvironment({
        PATH: "/bin",
        iflow_x: "1",
        IFLOW_NOW: "2026-03-01",
        IFLOW_STEP: "specify/1",
        IFLOW_STEP_ROOT: "/x",
      }),
    ).toEqual([]);
  });
});

function refusalOf(environment: Record<string, string>): IflowError {
  try {
    configFromEnvironment(environment);
  } catch (error) {
    if (error instanceof IflowError) return error;
    throw error;
  }
  throw new Error("it was accepted");
}
