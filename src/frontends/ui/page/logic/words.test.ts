// How times and numbers read.
import { expect, test } from "vitest";
import { readAmount } from "./amount.ts";
import {
  countWords,
  fineMoneyWords,
  moneyWords,
  percentWords,
  rangeWords,
  tokenWords,
  wholeWords,
} from "./number-words.ts";
import { busyWords, clockWords, dayBefore, momentWords, waitWords } from "./time-words.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];

test.each([
  [-5, "0 s"],
  [12_900, "12 s"],
  [38 * MINUTE + 59_000, "38 min"],
  [5 * HOUR + 12 * MINUTE, "5 h 12 min"],
  [2 * HOUR, "2 h"],
  [73 * HOUR, "3 days"],
])("something that waits for %i milliseconds waits %s", (milliseconds, words) => {
  expect(waitWords(milliseconds)).toBe(words);
});

test.each([
  [0, "0 s"],
  [300, "<1 s"],
  [58_000, "58 s"],
  [82_000, "1 m 22 s"],
  [HOUR + 4 * MINUTE, "1 h 04 m"],
])("work of %i milliseconds took %s", (milliseconds, words) => {
  expect(busyWords(milliseconds)).toBe(words);
});

test("a moment is told as short as it can be, by the days of the person", () => {
  const now = new Date(2026, 10, 16, 13, 42).getTime();
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).toISOString();
  expect(momentWords(at(16, 0), now)).toBe("00:05");
  expect(momentWords(at(15, 23), now)).toBe("yesterday");
  expect(momentWords(at(13, 23), now)).toBe("Fri 13 Nov");
  expect(clockWords(now)).toBe("13:42");
  expect(dayBefore(now, 16)).toBe("2026-10-31");
});

test.each([
  [null, false, "?"],
  [0, false, "$0.00"],
  [4.123, false, "$4.12"],
  [0.0363, false, "$0.04"],
  [0.0004, true, "<$0.01"],
  [-1.57, false, "−$1.57"],
  [0.2, true, "~$0.20"],
])("money %s (estimated: %s) reads %s", (amount, estimated, words) => {
  expect(moneyWords(amount, estimated)).toBe(words);
});

test("one dispatch is told to a tenth of a cent", () => {
  expect([null, 0.0363, 0.0004, 0, 0.271].map((amount) => fineMoneyWords(amount))).toEqual([
    ...["?", "$0.036", "<$0.001", "$0.000", "$0.27"],
  ]);
});

test("counts read as people write them", () => {
  expect([410, 9_100, 42_640, 1_240_000].map(tokenWords)).toEqual(["410", "9.1 k", "43 k", "1.2 M"]);
  expect([12, 1234, 24_100, 1_000_000].map(wholeWords)).toEqual(["12", "1,234", "24,100", "1,000,000"]);
  expect([countWords(1, "issue"), countWords(0, "issue")]).toEqual(["1 issue", "0 issues"]);
  expect(percentWords(0.914)).toBe("91 %");
  expect([rangeWords({ low: 1, high: 2.5 }), rangeWords({ low: 1, high: 1.001 })]).toEqual(["$1.00 to $2.50", "$1.00"]);
});

test("an amount is a number above zero, or none", () => {
  expect(["", " ", "5", ".5", "0.0001"].map(readAmount)).toEqual([null, null, 5, 0.5, 0.0001]);
  for (const none of ["0", ".", "-1", "five", "1e999", "0.0"]) expect(readAmount(none)).toBeUndefined();
});
