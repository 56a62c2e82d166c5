import { expect, test } from "vitest";
import { firstFailure } from "./first-failure.ts";

test.each([
  ["one\nnpm ERR! code E404\nnpm ERR! 404 Not Found\n", "npm ERR! code E404"],
  ["warming up\n  sh: 1: pnpm: not found\n", "sh: 1: pnpm: not found"],
  ["one\ntwo\n\n", "two"],
  ["terror and errors are other words\nlast", "last"],
  ["\n", undefined],
])("%j says %j first", (output, line) => {
  expect(firstFailure(output)).toBe(line);
});
