import fc from "fast-check";
import { expect, test } from "vitest";
import { branchOf, featureKey, slugOf } from "./feature-key.ts";
import { findFeature, shortName } from "./feature-name.ts";

const KEYS = ["001-login", "007-rate-limit", "012-rate-burst", "013-login-limit", "1234-404-page", "b3"];

test.each([
  ["007-rate-limit", "007-rate-limit"],
  ["7", "007-rate-limit"],
  ["007", "007-rate-limit"],
  ["0007", "007-rate-limit"],
  ["rate-limit", "007-rate-limit"],
  ["Rate-Limit ", "007-rate-limit"],
  ["feature/007-rate-limit", "007-rate-limit"],
  ["origin/feature/007-rate-limit", "007-rate-limit"],
  ["refs/heads/feature/007-rate-limit", "007-rate-limit"],
  ["feature/7", "007-rate-limit"],
  ["rate-l", "007-rate-limit"],
  ["007-r", "007-rate-limit"],
  ["7-rate", "007-rate-limit"],
  ["1", "001-login"],
  ["login", "001-login"],
  ["login-", "013-login-limit"],
  ["1234", "1234-404-page"],
  ["b3", "b3"],
])("%j means %s", (asked, key) => {
  expect(findFeature(KEYS, asked)).toEqual({ type: "found", key });
});

test.each([
  ["rate", ["007-rate-limit", "012-rate-burst"]],
  ["log", ["001-login", "013-login-limit"]],
])("%j could be any of %j", (asked, keys) => {
  expect(findFeature(KEYS, asked)).toEqual({ type: "several", keys });
});

test("two features with one number are told apart by the rest of their names", () => {
  const keys = ["007-rate-limit", "007-export"];

  expect(findFeature(keys, "7")).toEqual({ type: "several", keys });
  expect(findFeature(keys, "export")).toEqual({ type: "found", key: "007-export" });
  expect(shortName(keys, "007-export")).toBe("007-export");
});

test.each([
  ["rate-limti", ["007-rate-limit"]],
  ["limit", ["007-rate-limit", "013-login-limit"]],
  ["404", ["1234-404-page"]],
  ["99", []],
  ["", []],
  ["feature/", []],
  ["..", []],
])("%j is none of them; near: %j", (asked, near) => {
  expect(findFeature(KEYS, asked)).toEqual({ type: "unknown", near });
});

const features = fc.uniqueArray(
  fc
    .tuple(fc.integer({ min: 1, max: 2000 }), fc.lorem({ maxCount: 3 }))
    .map(([n, title]) => featureKey(n, slugOf(title))),
  { minLength: 1, maxLength: 8 },
);

test("key, branch and short name of any feature mean it and no other one", () => {
  fc.assert(
    fc.property(features, fc.nat(), (keys, index) => {
      const key = keys[index % keys.length] ?? "";
      for (const name of [key, branchOf(key), shortName(keys, key)]) {
        expect(findFeature(keys, name)).toEqual({ type: "found", key });
      }
    }),
  );
});

test("whatever is asked: what is found exists and what it could be is at least two, of what exists", () => {
  fc.assert(
    fc.property(features, fc.oneof(fc.string(), fc.lorem({ maxCount: 1 }), fc.nat(3000).map(String)), (keys, asked) => {
      const named = findFeature(keys, asked);
      if (named.type === "found") expect(keys).toContain(named.key);
      if (named.type === "several") expect(named.keys.length).toBeGreaterThan(1);
      const all = named.type === "found" ? [named.key] : named.type === "several" ? named.keys : named.near;
      expect(keys).toEqual(expect.arrayContaining([...all]));
      expect(new Set(all).size).toBe(all.length);
    }),
  );
});
