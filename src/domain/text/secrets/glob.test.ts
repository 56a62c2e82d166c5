import { expect, it } from "vitest";
import { globMatcher } from "./glob.ts";

it.each([
  ["*.ts", "a.ts src/a.ts", "a.tsx a/ts"],
  ["src/*.ts", "src/a.ts", "src/b/a.ts a.ts"],
  ["src/**/*.ts", "src/a.ts src/b/c/a.ts", "lib/a.ts src/a.js"],
  ["**/test/**", "test/a a/test/b/c", "testa/b a/test"],
  ["./src/?.{ts,tsx}", "src/a.ts src/b.tsx", "src/ab.ts src/a.js"],
  ["[a-c]*.[!m]d", "a.td cat.xd", "d.td a.md"],
  ["a{,{1,2}}.ts", "a.ts a1.ts a2.ts", "a3.ts"],
  ["a.+(b)", "a.+(b)", "aa(b)"],
  ["{a", "{a", "a"],
])("%s", (pattern, yes, no) => {
  const matches = globMatcher(pattern);
  expect(yes.split(" ").filter((path) => !matches(path))).toEqual([]);
  expect(no.split(" ").filter(matches)).toEqual([]);
});

it("no pattern takes long", () => {
  const path = `${"a/".repeat(200)}${"a".repeat(200)}`;
  const begun = performance.now();
  for (const pattern of ["**/".repeat(150), `${"*a".repeat(200)}b`, "{a,b}".repeat(90), "**".repeat(200)]) {
    globMatcher(pattern)(path);
  }
  expect(performance.now() - begun).toBeLessThan(1000);
});
