import { expect, test } from "vitest";
import { firstFailure, linesOfFailure } from "./first-failure.ts";

test.each([
  ["one\nnpm ERR! code E404\nnpm ERR! 404 Not Found\n", "npm ERR! code E404"],
  ["warming up\n  sh: 1: pnpm: not found\n", "sh: 1: pnpm: not found"],
  ["one\ntwo\n\n", "two"],
  ["terror and errors are other words\nlast", "last"],
  ["\n", undefined],
])("%j says %j first", (output, line) => {
  expect(firstFailure(output)).toBe(line);
});

test.each([
  ["one\nit failed\n\ntwo\nthree\nfour", ["it failed", "two", "three"]],
  ["SHOP_TOKEN is not set\nmake: *** Error 1\n", ["SHOP_TOKEN is not set", "make: *** Error 1"]],
  ["one\ntwo\nthree\nfour\n", ["two", "three", "four"]],
])("of %j %j is shown", (output, lines) => {
  expect(linesOfFailure(output, 3)).toEqual(lines);
});
