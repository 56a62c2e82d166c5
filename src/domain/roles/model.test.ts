import { expect, test } from "vitest";
import { modelNames } from "./model.ts";

test("a model set in the config stands in for the runtime's own, tier by tier", () => {
  const names = modelNames("claude", { standard: "mine", light: undefined });

  expect(names).toEqual({ ...modelNames("claude", {}), standard: "mine" });
});

test("an ACP agent keeps its own choice unless the config makes one", () => {
  expect(modelNames("acp", {})).toEqual({});
  expect(modelNames("acp", { strong: "a" })).toEqual({ strong: "a" });
});
