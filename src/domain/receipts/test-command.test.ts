import { expect, test } from "vitest";
import { commandFor } from "./test-command.ts";

const TEST = { path: "test/a.test.mjs", title: "five (of 5)" };
const of = (
  check: string,
  scripts: Record<string, string> = {},
  given: Partial<typeof TEST> | { title: null } = {},
) => {
  const built = commandFor(check, scripts, { ...TEST, ...given });
  return "command" in built ? built.command : `none: ${built.why}`;
};

const NARROWED = String.raw`'(^| )five \(of 5\)$'`;

test.each([
  ["node --test", String.raw`node --test '--test-name-pattern=^five \(of 5\)$' test/a.test.mjs`],
  ["node --test test/", String.raw`node --test '--test-name-pattern=^five \(of 5\)$' test/a.test.mjs`],
  ["npx vitest run", `npx vitest run test/a.test.mjs -t ${NARROWED}`],
  ["npx vitest run --coverage --config v.ts", `npx vitest run --config v.ts test/a.test.mjs -t ${NARROWED}`],
  ["npx vitest run -t old", `npx vitest run test/a.test.mjs -t ${NARROWED}`],
  ["npx jest -i", `npx jest -i --runTestsByPath test/a.test.mjs -t ${NARROWED}`],
  ["npm run build && npx mocha", `npm run build && npx mocha test/a.test.mjs -g ${NARROWED}`],
  ["NODE_ENV=test npx vitest run", `env 'NODE_ENV=test' npx vitest run test/a.test.mjs -t ${NARROWED}`],
])("%s", (check, command) => {
  expect(of(check)).toBe(command);
});

test.each([
  [
    "a script that starts the runner, whose shell would read the name: the runner itself",
    { test: "vitest run" },
    `npx --no-install vitest run test/a.test.mjs -t ${NARROWED}`,
  ],
  [
    "a script that names files: the runner itself",
    { test: "node --test test/*.mjs" },
    String.raw`node --test '--test-name-pattern=^five \(of 5\)$' test/a.test.mjs`,
  ],
  [
    "the same, with something to do before",
    { test: "node --test test/*.mjs", pretest: "tsc" },
    "none: the test check cannot be narrowed to one test",
  ],
  ["a script nobody knows", { test: "./run-tests" }, "none: the test check cannot be narrowed to one test"],
  ["no such script", {}, "none: the test check cannot be narrowed to one test"],
])("npm test: %s", (_, scripts, command) => {
  expect(of("npm test", scripts)).toBe(command);
});

test.each<[string, { title: null }?]>([
  ["make test"],
  ["true"],
  ["cd web && npx vitest run"],
  ["npx vitest run | tee log"],
  ["npx vitest run; rm -rf /"],
  ["mvn test"],
  ["go test ./...", { title: null }],
])("%s cannot be narrowed", (check, given?: { title: null }) => {
  expect(of(check, {}, given)).toMatch(/^none: /);
});

test.each([
  [
    "other languages",
    "python -m pytest",
    { path: "tests/test_a.py", title: "test_five" },
    "python -m pytest tests/test_a.py::test_five",
  ],
  [
    "a package of go",
    "go test ./...",
    { path: "limit/a_test.go", title: "TestFive" },
    "go test -v -count 1 -run '^TestFive$' ./limit/",
  ],
  ["a whole file", "npx vitest run", { title: null }, "npx vitest run test/a.test.mjs"],
  ["a whole file of node", "node --test", { title: null }, "node --test test/a.test.mjs"],
  ["a whole file of jest", "npx jest", { title: null }, "npx jest --runTestsByPath test/a.test.mjs"],
  ["a whole file of mocha", "npx mocha", { title: null }, "npx mocha test/a.test.mjs"],
  ["a whole file of pytest", "pytest", { path: "tests/test_a.py", title: null }, "pytest tests/test_a.py"],
])("%s", (_, check, given, command) => {
  expect(of(check, {}, given)).toBe(command);
});

test.each([
  ["a substitution", "$(touch x)", String.raw`'(^| )\$\(touch x\)$'`],
  ["another command", "a; touch x", "'(^| )a; touch x$'"],
  ["a quote", "it's", `'(^| )it'"'"'s$'`],
  ["an option", "--config=evil.ts", "'(^| )--config=evil\\.ts$'"],
])("%s in a title stays one word", (_, title, word) => {
  expect(of("npx vitest run", {}, { title })).toBe(`npx vitest run test/a.test.mjs -t ${word}`);
});

test.each([
  ["a path that is an option", "vitest run", { path: "--config=evil.ts" }],
  ["a path outside", "vitest run", { path: "../evil.test.ts" }],
  ["a path into .git", "vitest run", { path: ".git/evil.test.ts" }],
  ["an absolute path", "vitest run", { path: "/tmp/evil.test.ts" }],
  ["a line break in a title", "vitest run", { title: "a\ntouch x" }],
])("%s gives no command", (_, check, given) => {
  expect(of(check, {}, given)).toBe("none: its name cannot be given to the test check");
});
