import { expect, it, test } from "vitest";
import { effortOf, takesEffort, thinksWhenAsked } from "./effort.ts";
import { MODEL_TIERS, ROLES } from "./role.ts";

test("roles that may share a beginning on one model share its effort, or each would pay for it", () => {
  expect(new Set(ROLES.map(({ id }) => effortOf({ role: id, model: "strong" })))).toEqual(new Set(["high"]));

  const judges = ROLES.filter(({ kind }) => kind === "reviewer");
  for (const model of MODEL_TIERS) {
    expect(new Set(judges.map(({ id }) => effortOf({ role: id, model })))).toHaveProperty("size", 1);
  }
});

test("what the person chooses for a tier holds for all of its roles, and for no other tier", () => {
  const chosen = { strong: "low" } as const;

  expect(new Set(ROLES.map(({ id }) => effortOf({ role: id, model: "strong" }, chosen)))).toEqual(new Set(["low"]));
  expect(effortOf({ role: "spec-reviewer", model: "standard" }, chosen)).toBe("high");
});

test("who judges thinks at least as hard as who is judged, on every tier", () => {
  const order = ["low", "medium", "high"];
  for (const model of MODEL_TIERS) {
    const judged = order.indexOf(effortOf({ role: "spec-reviewer", model }));
    for (const { id } of ROLES) expect(order.indexOf(effortOf({ role: id, model }))).toBeLessThanOrEqual(judged);
  }
  expect(effortOf({ role: "codebase-explorer", model: "standard" })).toBe("medium");
  expect(effortOf({ role: "documentation-writer", model: "light" })).toBe("low");
});

it.each([
  ["claude-opus-5-5", true, false],
  ["claude-sonnet-5-5", true, false],
  ["claude-haiku-5-5", true, false],
  ["claude-fable-5", true, false],
  ["claude-mythos-5-1", true, false],
  ["claude-opus-5", true, false],
  ["claude-opus-4-8", true, true],
  ["claude-opus-4-6[1m]", true, true],
  ["claude-sonnet-4-6", true, true],
  ["us.anthropic.claude-sonnet-4-6-20260301-v1:0", true, true],
  ["claude-opus-4-5-20251101", true, false],
  ["claude-sonnet-4-5", false, false],
  ["claude-haiku-4-5-20251001", false, false],
  ["claude-opus-4-20250514", false, false],
  ["claude-3-5-sonnet-20241022", false, false],
  ["gpt-6.1-sol", true, false],
  ["openai/gpt-5.4-mini", true, false],
  ["gpt-10", true, false],
  ["o3", true, false],
  ["o1-mini", false, false],
  ["gpt-5-chat-latest", false, false],
  ["gpt-5.2-pro", false, false],
  ["gpt-4.1", false, false],
  ["gpt-oss-120b", false, false],
  ["my-model", false, false],
])("%s takes an effort: %s, must be asked to think: %s", (model, effort, asked) => {
  expect([takesEffort(model), thinksWhenAsked(model)]).toEqual([effort, asked]);
});
