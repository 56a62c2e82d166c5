// How the common test runners name a failed test. Those whose lines are least likely to stand in another one's output
// come first; one that ended midway is read after the same one's whole report.
import type { FailedTest } from "./failed-test.ts";
import { readGo } from "./go-test.ts";
import { readFailedJson } from "./json-reports.ts";
import { readJunitXml } from "./junit-xml.ts";
import { type Mark, readMarked } from "./marked-tests.ts";
import { NOT_LOADED } from "./not-loaded.ts";
import { readPytest } from "./pytest.ts";
import { readTap } from "./tap.ts";

export interface Reporter {
  readonly runner: string;
  readonly read: (text: string) => FailedTest[];
}

const ERROR = /^[ \t]*(?<message>(?:[\w.]*(?:Error|Exception|Failure)\b.*|expect\(.*|assert(?:ion)?\b.*))$/im;
const ANY = /^[ \t]*(?<message>\S.*)$/m;

export const REPORTERS: readonly Reporter[] = [
  { runner: "JSON", read: readFailedJson },
  { runner: "JUnit XML", read: readJunitXml },
  { runner: "pytest", read: readPytest },
  marked("pytest -v, ended midway", { test: /^(?<name>\S+::.+?) (?:FAILED|ERROR) +\[ *\d+%\]$/gm }),
  marked("vitest", { test: /^ *FAIL {1,3}(?<name>\S.* > .+|\S+(?= \[ .+ \]$)).*$/gm, message: [ERROR] }),
  marked(
    "jest",
    { test: /^ {2}● (?<name>(?!Console$|Test suite failed)\S.*)$/gm, message: [ANY] },
    { test: /^FAIL (?<name>\S.*?)(?: \([\d.]+ m?s\))?\n {2}● Test suite failed to run$/gm, message: [ANY] },
  ),
  marked("node --test", {
    test: /^ *✖ (?<name>.+?) \(\d[\d.]*ms\)$(?=\n {2,}[^\s✖✔ℹ▶])/gm,
    message: [/^ *(?:\w*(?:Error|Exception)(?: \[\w+\])?: )?(?<message>\S.*)$/m],
    ends: /^ *[✖✔ℹ▶] /m,
  }),
  { runner: "TAP", read: readTap },
  { runner: "go test", read: readGo },
  marked(
    "cargo test",
    { test: /^test (?<name>.+?)(?: - should panic)? \.\.\. FAILED$/gm },
    {
      test: /^---- (?<name>.+) stdout ----$/gm,
      message: [
        /^thread '.*panicked at '(?<message>.*)', \S+$/m, // before Rust 1.73
        /^thread '.*panicked at .*:\n(?<message>.+)$/m,
        /^(?:note: )?(?<message>\S.*)$/m,
      ],
      ends: /^(?:---- |failures:$)/m,
    },
  ),
  marked("cargo nextest", { test: /^ +FAIL \[[^\]]+\] (?<name>.+)$/gm }),
  marked("unittest", {
    test: /^(?:FAIL|ERROR): (?<name>\w+ \(.+\))$/gm,
    message: [/^(?<message>[\w.]*(?:Error|Exception)\b.*)$/m],
    ends: /^={20,}$/m,
  }),
  marked(
    "RSpec",
    {
      test: /^ {2}\d+\) (?<name>\S.*)(?=\n {5}(?:Got |Failure\/Error:))/gm,
      // below the lines of code and a blank one
      message: [
        /Failure\/Error:.*\n(?: {5,}\S.*\n){0,20}\n(?<message> {5,}\S.*)$/m,
        /Failure\/Error: (?<message>.+)$/m,
      ],
    },
    { test: /^An error occurred while loading (?<name>\S+)\.$/gm, message: [/^(?<message>\w+:)$/m] },
  ),
  marked("minitest", {
    test: /^(?: +\d+\) )?(?:Failure|Error):\n(?<name>[^#\n]+#.+?)(?: \[[^\]\n]+:\d+\])?:$/gm,
    message: [ANY],
  }),
  marked("test-unit", {
    test: /^(?:Failure|Error): (?<name>test.*\([\w:]+\))(?:: (?<message>.+))?$/gm,
    message: [/^(?!\S+:\d+:in )(?<message>\S.*)$/m],
    ends: /^={20,}$/m,
  }),
  marked("Jasmine", { test: /^\d+\) (?<name>\S.*)\n {2}Message:$/gm, message: [ANY], ends: /^ {2}Stack:$/m }),
  marked("PHPUnit", { test: /^\d+\) (?<name>[\w\\]+::\w+.*)$/gm, message: [ANY] }),
  marked("PHPUnit --testdox", {
    test: /^ ✘ (?<name>\S.*)$/gm,
    message: [/^ {3}[│├] (?<message>\S.*)$/m],
    ends: /^ [✔✘] /m,
  }),
  marked("Surefire", {
    test: /^\[ERROR\] {1,3}(?<name>[\w$]+\.[^\s>]*:\d+)(?:->\S+)? (?<message>.+(?:\n[^[\n].*){0,9})$/gm,
  }),
  marked("Gradle", { test: /^(?<name>[\w.$]+ > .+) FAILED$/gm, message: [/^ {4}(?<message>\S.*)$/m] }),
  marked(
    "bun", // says the message above the name
    {
      test: /^(?<message>(?:error|\w*Error): .+)(?:\n(?!\(|[✓✗] |(?:error|\w*Error): ).*){0,40}?\n(?:\(fail\)|✗) (?<name>.+?)(?: \[[\d.]+m?s\])?$/gm,
    },
    { test: /^\(fail\) (?<name>.+?)(?: \[[\d.]+m?s\])?$/gm },
    { test: /^(?<name>\S+\.\w+):\n\n# Unhandled error between tests$/gm, message: [/^error: (?<message>.+)$/m] },
  ),
  marked("deno", { test: /^(?<name>\S.*) => \S+:\d+:\d+\nerror: (?<message>.+)$/gm }),
  marked("deno, ended midway", { test: /^ *(?<name>\S.*) \.\.\. FAILED \(\d[^)\n]*s\)$/gm }),
  marked(
    "AVA",
    { test: /^ {2}(?<name>\S.*)\n\n {2}[^\s:]+:\d+\n\n(?: +\d+: .*\n){1,9}\n {2}(?<message>\S.*)$/gm },
    { test: /^ {2}(?<name>\S.*)\n\n {2}Error thrown in test:$/gm, message: [/^ {2}(?<message>\w+: .+)$/m] },
    { test: /^ {2}Uncaught exception in (?<name>\S+)$/gm, message: [ANY] },
  ),
  marked("AVA, ended midway", { test: /^ {2}✘ \[fail\]: (?<name>.+)$/gm }),
  marked("Playwright", {
    test: /^ {2}\d+\) (?<name>(?:\[.+?\] › )?\S+:\d+:\d+ › .+?)(?: ─+)?$/gm,
    message: [ANY],
  }),
  marked("mocha", { test: /^ {2}\d+\) (?<name>.+(?:\n {7,}\S.*){0,20}):$/gm, message: [ANY] }),
  marked("a file that could not be loaded", ...NOT_LOADED),
];

function marked(runner: string, ...marks: Mark[]): Reporter {
  return { runner, read: (text) => readMarked(text, marks) };
}
