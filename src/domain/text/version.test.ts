import { expect, test } from "vitest";
import { isOlder } from "./version.ts";

test.each([
  ["2.1.247", "2.1.248", true],
  ["2.1.248", "2.1.248", false],
  ["2.2", "2.1.248", false],
  ["2.1", "2.1.248", true],
  ["10.0.0", "9.9.9", false],
])("%s older than %s: %s", (version, than, expected) => {
  expect(isOlder(version, than)).toBe(expected);
});
