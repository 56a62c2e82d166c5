import { expect, test } from "vitest";
import { IflowError } from "../text/errors.ts";
import { DEFAULT_CONFIG } from "./config.ts";
import { explainConfig, settingPaths } from "./config-origins.ts";
import { withoutTrusted } from "./repository-trust.ts";

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

test("a trusted key of the repository's file says whether it is confirmed, and what waits", () => {
  const values = { checks: { test: "npm test" }, artifactsRoot: "a", review: { maxRounds: 3 } };
  const of = (layers: Parameters<typeof explainConfig>[0], wanted: string) =>
    explainConfig(layers).find(({ key }) => key === wanted);
  const file = { origin: "iflow.config.json", values };
  const variable = { origin: "IFLOW_REVIEW_MAX_ROUNDS", values: { review: { maxRounds: 4 } } };

  expect(of([file], "checks.test")).toMatchObject({ from: "iflow.config.json", trust: "confirmed" });
  expect(of([file], "artifactsRoot")).not.toHaveProperty("trust");
  expect(of([file], "checks.lint")).not.toHaveProperty("trust");
  expect(of([withoutTrusted(file)], "checks.test")).toEqual({
    ...{ key: "checks.test", value: null, from: "default", trust: "unconfirmed", written: "npm test" },
  });
  const overruled = { value: 4, from: "IFLOW_REVIEW_MAX_ROUNDS", trust: "unconfirmed", written: 3 };
  expect(of([withoutTrusted(file), variable], "review.maxRounds")).toMatchObject(overruled);
});

test("settings that would be refused are not explained", () => {
  expect(() => explainConfig([{ origin: "file", values: { review: null } }])).toThrow(IflowError);
});
