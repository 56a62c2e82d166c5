import { expect, test } from "vitest";
import { mergeConfig } from "./config.ts";
import {
  asWritten,
  goneValues,
  hashValues,
  isSameValues,
  takenAway,
  trustLines,
  trustOf,
  withoutTrusted,
  withTrusted,
} from "./repository-trust.ts";
import { CONFIG_FILE } from "./settings-file.ts";
import { splitTrusted } from "./trusted-keys.ts";

const hashOf = (values: unknown) => hashValues(splitTrusted(values).trusted);
const fileOf = (values: unknown) => ({ origin: CONFIG_FILE, values });

test("the order of keys and every free key leave the hash as it is", () => {
  const one = { checks: { test: "npm test", lint: "x" }, review: { maxRounds: 3 }, artifactsRoot: "docs" };
  const other = { memory: { use: false }, review: { maxRounds: 3 }, checks: { lint: "x", test: "npm test" } };

  expect(hashOf(one)).toBe(hashOf(other));
  expect(hashOf(one)).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  [{ checks: { test: "npm test" } }, { checks: { test: "npm tesT" } }],
  [{ acp: { command: ["a", "b"] } }, { acp: { command: ["b", "a"] } }],
  [{ acp: { command: "a b" } }, { acp: { command: ["a b"] } }],
  [{ checks: { test: "x" } }, { checks: { lint: "x" } }],
  [{ checks: { test: "x" } }, {}],
])("%j and %j have different ones", (left, right) => {
  expect(hashOf(left)).not.toBe(hashOf(right));
});

test("without a trusted key there is nothing to confirm", () => {
  expect(trustOf([]).state).toBe("nothing");
  expect(trustOf([fileOf({ artifactsRoot: "x" })]).state).toBe("nothing");
  expect(withoutTrusted(fileOf({ artifactsRoot: "x" }))).toEqual(fileOf({ artifactsRoot: "x" }));
});

test("what is not confirmed does not count, and can still be read", () => {
  const file = fileOf({ artifactsRoot: "x", checks: { test: "evil" } });
  const layers = [withoutTrusted(file)];

  expect(mergeConfig(layers)).toMatchObject({ artifactsRoot: "x", checks: { none: false } });
  expect(mergeConfig(layers).checks.test).toBeUndefined();
  expect(trustOf(layers)).toEqual({ ...trustOf([file]), state: "unconfirmed" });
  expect(trustOf([file]).state).toBe("confirmed");
  expect(mergeConfig(asWritten(layers)).checks.test).toBe("evil");
});

test("a run's own values stand where those of the file stood: above the person's file, below variables", () => {
  const layers = [
    { origin: "/home/me/.config/iflow/config.json", values: { checks: { test: "mine", lint: "mine" } } },
    withoutTrusted(fileOf({ artifactsRoot: "x", checks: { test: "evil" } })),
    { origin: "IFLOW_CHECKS_BUILD", values: { checks: { build: "now" } } },
  ];
  const begun = { checks: { test: "begun", build: "begun" } };

  const expected = { artifactsRoot: "x", checks: { test: "begun", lint: "mine", build: "now" } };
  expect(mergeConfig(withTrusted(layers, begun))).toMatchObject(expected);
  const gone = layers.filter(({ origin }) => origin !== CONFIG_FILE);
  expect(mergeConfig(withTrusted(gone, begun))).toMatchObject({ ...expected, artifactsRoot: "docs" });
});

test("the lines for the person hold no characters that a terminal would obey", () => {
  const [line] = trustLines({ checks: { test: "echo \u001b[2J\u202e x" } });

  expect(line).toBe(
    'checks.test: "echo \\u001b[2J\\u202e x"   (decides what is run as a test, and what agents may run)',
  );
});

test("what was set and no longer is; a word for a removal is bound to what it takes away", () => {
  const before = { agents: { deny: ["x"], commands: "checks" }, review: { maxRounds: 3 } };
  expect(goneValues(before, { agents: { commands: "sandbox" } })).toEqual({
    "agents.deny": ["x"],
    "review.maxRounds": 3,
  });
  expect(goneValues(before, before)).toEqual({});
  expect(isSameValues(before, { review: { maxRounds: 3 }, agents: { commands: "checks", deny: ["x"] } })).toBe(true);
  expect(isSameValues(takenAway(before), takenAway({ review: { maxRounds: 3 } }))).toBe(false);
  expect(isSameValues(takenAway(before), {})).toBe(false);
});
