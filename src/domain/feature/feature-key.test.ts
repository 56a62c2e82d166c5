import fc from "fast-check";
import { expect, test } from "vitest";
import {
  branchOf,
  featureFolder,
  featureKey,
  featureSlugOf,
  isFeatureKey,
  nextNumber,
  parseFeatureKey,
  slugOf,
} from "./feature-key.ts";

test.each([
  ["Add rate limiting", "add-rate-limiting"],
  ["  Fix:  the (broken) login!  ", "fix-the-broken-login"],
  ["Café naïve — Ünïcode ﬁx", "cafe-naive-unicode-fix"],
  ["İstanbul", "istanbul"],
  ["HTTP/2 & gRPC", "http-2-grpc"],
  ["限流 for APIs", "for-apis"],
  ["限流", "untitled"],
  ["🚀🔥", "untitled"],
  ["\"'`", "untitled"],
  ["../..", "untitled"],
  ["", "untitled"],
  ["--yolo; rm -rf /", "yolo-rm-rf"],
])("the slug of %j is %s", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test.each([
  ["Add rate limiting", "add-rate-limiting"],
  ["限流 for APIs", "for-apis"],
  ["ログイン制限", "ログイン制限"],
  ["Ограничить вход: 5 раз", "ограничить-вход-5-раз"],
  ["2026", "2026"],
  ["Größe der Fußzeile", "grosse-der-fusszeile"],
  ["GRÖẞE", "grosse"],
  ["Ærlig søk på Øya", "aerlig-sok-pa-oya"],
  ["Łódź, Đakovo, Þór", "lodz-dakovo-thor"],
  ["sınır İstanbul Œuvre", "sinir-istanbul-oeuvre"],
  ["Ограничить вход", "ограничить-вход"],
  ["🚀🔥", "untitled"],
  ["../..", "untitled"],
])("the slug of a feature %j is %s", (title, slug) => {
  expect(featureSlugOf(title)).toBe(slug);
});

test("the slug of any feature makes a key, and making it twice changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (title) => {
      const slug = featureSlugOf(title);

      expect(isFeatureKey(featureKey(7, slug))).toBe(true);
      expect([...slug].length).toBeLessThanOrEqual(30);
      expect(featureSlugOf(slug)).toBe(slug);
    }),
    { examples: [["\u0301a"], ["İ"], ["ﬃ"], ["𠀀".repeat(40)]] },
  );
});

test("a long title is cut between words where a border is near, else inside the word", () => {
  expect(slugOf("limit requests per client and answer politely")).toBe("limit-requests-per-client-and");
  expect(slugOf("limit requests per client to a hundred")).toBe("limit-requests-per-client-to-a");
  expect(slugOf("limit uncharacteristicallylongwords")).toBe("limit-uncharacteristicallylong");
});

test("the slug of any title fits a folder and a branch, and making it twice changes nothing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.lorem({ maxCount: 12 })), (title) => {
      const slug = slugOf(title);

      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(30);
      expect(slugOf(slug)).toBe(slug);
    }),
  );
});

test("a key holds its number and slug", () => {
  expect(featureKey(7, "rate-limit")).toBe("007-rate-limit");
  expect(featureKey(1234, "x")).toBe("1234-x");
  expect(parseFeatureKey("007-rate-limit")).toEqual({ number: 7, slug: "rate-limit" });
  expect(parseFeatureKey("1234-x")).toEqual({ number: 1234, slug: "x" });
});

test.each([
  "7-x",
  "007",
  "007-",
  "007-A",
  "007-a_b",
  "007--a",
  "007-a-",
  "007-../x",
  "007-a\n",
  "007-ログ/イン",
  "007-Ж",
  "٠٠٧-x",
  "x-007",
  `007-${"a".repeat(200)}`,
])("%j is refused as a key", (key) => {
  expect(isFeatureKey(key)).toBe(false);
});

test("every number and title make a key that is read back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), fc.string(), (number, title) => {
      expect(parseFeatureKey(featureKey(number, slugOf(title)))).toEqual({ number, slug: slugOf(title) });
    }),
  );
});

test("branch and folder are named after the key", () => {
  expect(branchOf("007-rate-limit")).toBe("feature/007-rate-limit");
  expect(featureFolder("docs", "007-x")).toBe("docs/features/007-x");
  expect(featureFolder("./a/docs/", "007-x")).toBe("a/docs/features/007-x");
  expect(featureFolder(".", "007-x")).toBe("features/007-x");
});

test("the next number is one above the highest, and odd names hold their number too", () => {
  expect(nextNumber([])).toBe(1);
  expect(nextNumber(["002-b", "010-a", "notes", "9-x", "1234567-x"])).toBe(11);
  expect(nextNumber(["002-b", "020-Odd_Name"])).toBe(21);
});
