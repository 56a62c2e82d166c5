// Who may leave the trunk at all. What is chosen, and that a replay chooses the same, is shown by a story
// (test/stories/economy/lean-fixer.test.ts).
import { describe, expect, test } from "vitest";
import { type Config, ConfigSchema } from "../../domain/config/config.ts";
import type { Run } from "../../ports/runs/runs.ts";
import type { AgentAbilities } from "../work/state/agent-abilities.ts";
import { mayLeaveTrunk } from "./fixer-choice.ts";

const ABILITIES: AgentAbilities = {
  ...{ resume: true, rewind: true, promptChars: 1_000_000, web: false, gated: false },
  ...{ trunk: true, pings: true },
};

function may(abilities: Partial<AgentAbilities> = {}, review: Partial<Config["review"]> = {}): boolean {
  const head = { config: ConfigSchema.parse({ review }) } as Run["head"]; // only the config is looked at
  return mayLeaveTrunk({ abilities: { ...ABILITIES, ...abilities }, run: { head } as Run });
}

describe("a fixer may leave the trunk", () => {
  test("where one runtime has a trunk and pings keep it", () => {
    expect(may()).toBe(true);
    expect(may({}, { session: "fork" })).toBe(true);
  });

  test("never in a run of an earlier version, whose record says nothing of pings", () => {
    const { pings: _, ...earlier } = ABILITIES;
    const head = { config: ConfigSchema.parse({}) } as Run["head"];

    expect(mayLeaveTrunk({ abilities: earlier, run: { head } as Run })).toBe(false);
  });

  test.each([
    ["pings are off", {}, { keepWarm: false }],
    ["there is no trunk", { trunk: false }, {}],
    ["the config wants another context", {}, { context: "lazy" }],
    ["models differ by role, so the trunk is not one", {}, { models: "by-role" }],
    ["roles have agents of their own", { roles: { "": ABILITIES } }, {}],
  ] as const)("not where %s", (_, abilities, review) => {
    expect(may(abilities, review)).toBe(false);
  });
});
