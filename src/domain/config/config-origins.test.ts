import { expect, test } from "vitest";
import { IflowError } from "../text/errors.ts";
import { DEFAULT_CONFIG } from "./config.ts";
import { explainConfig, settingPaths } from "./config-origins.ts";

const settingsOf = (layers: Parameters<typeof explainConfig>[0]) =>
  new Map(explainConfig(layers).map(({ key, value, from }) => [key, [value, from]]));

test("a setting comes from the last layer that names it, else it is the default", () => {
  const settings = settingsOf([
    { origin: "iflow.config.json", values: { artifactsRoot: "a", review: { maxRounds: 3 } } },
    { origin: "IFLOW_REVIEW_MAX_ROUNDS", values: { review: { maxRounds: 4 } } },
  ]);

  expect(settings.get("artifactsRoot")).toEqual(["a", "iflow.config.json"]);
  expect(settings.get("review.maxRounds")).toEqual([4, "IFLOW_REVIEW_MAX_ROUNDS"]);
  expect(settings.get("review.guard")).toEqual([DEFAULT_CONFIG.review.guard, "default"]);
});

test("a setting that is not set and has no default is null", () => {
  expect(settingsOf([]).get("checks.test")).toEqual([null, "default"]);
});

test("false and an empty list are values that somebody set", () => {
  const settings = settingsOf([{ origin: "file", values: { agentGuides: false, acp: { environment: [] } } }]);

  expect(settings.get("agentGuides")).toEqual([false, "file"]);
  expect(settings.get("acp.environment")).toEqual([[], "file"]);
});

test("every setting has its own key, and the note for editors is none", () => {
  const keys = settingPaths().map((path) => path.join("."));

  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toContain("review.finalValidation");
  expect(keys).not.toContain("$schema");
  expect(keys).not.toContain("review");
});

test("settings that would be refused are not explained", () => {
  expect(() => explainConfig([{ origin: "file", values: { review: null } }])).toThrow(IflowError);
});
