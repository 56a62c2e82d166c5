// How the common test runners name a failed test, line by line. `name` and `message` are the groups that count.

export interface FailedTest {
  readonly name: string;
  readonly message?: string;
}

export interface Reporter {
  readonly runner: string;
  readonly test: RegExp;
  /** Stands below the name, before the next one. */
  readonly message?: RegExp;
  /** A line that ends what belongs to a test, where that is not the next test's name. */
  readonly ends?: RegExp;
  /** The line names a group that failed because of a test in it. */
  isSuite?(line: string, below: readonly string[]): boolean;
}

const ERROR = /^\s*(?<message>(?:[\w.]*(?:Error|Exception|Failure)\b.*|expect\(.*|assert(?:ion)?\b.*))$/i;

/** Those whose lines are least likely to stand in another one's output come first. */
export const REPORTERS: readonly Reporter[] = [
  {
    runner: "JUnit XML",
    test: /<testcase\b[^>]*?\bname="(?<name>[^"]+)"[^>]*[^/]>\s*(?:<failure\b|<error\b|$)/,
    message: /<(?:failure|error)\b[^>]*?\bmessage="(?<message>[^"]*)"/,
    isSuite: (line, below) => !/<(?:failure|error)\b/.test([line, ...below.slice(0, 2)].join("\n")),
  },
  { runner: "pytest", test: /^(?:FAILED|ERROR) (?<name>\S.*?::.+?|\S+\.py)(?: - (?<message>.+))?$/ },
  {
    runner: "pytest without its summary",
    test: /^_{3,} (?<name>(?:ERROR at .* of )?[\w.[\]-]+.*?) _{3,}$/,
    message: /^E {3}(?<message>.+)$/,
  },
  { runner: "vitest", test: /^ *FAIL {1,2}(?<name>\S.* > .+)$/, message: ERROR },
  {
    runner: "jest",
    test: /^ {2}● (?<name>.+ › .+|(?!Console|Test suite failed).+)$/,
    message: /^ {4}(?<message>\S.*)$/,
  },
  {
    runner: "node --test",
    test: /^\s*✖ (?<name>.+?) \(\d[\d.]*ms\)$/,
    message: /^\s*(?:\w*(?:Error|Exception)(?: \[\w+\])?: )?(?<message>[^\s✖✔ℹ▶].*)$/,
    ends: /^\s*[✖✔ℹ▶] /,
    isSuite: (_, below) => !below.some((line) => line.trim() !== ""),
  },
  {
    runner: "TAP",
    test: /^\s*not ok \d+(?: -)? (?<name>.+?)(?: # time=[\d.]+ms)?$/,
    message: /^\s*(?:error|message): (?<message>.+)$/,
    ends: /^\s*(?:not )?ok \d+/,
    isSuite: (line, below) =>
      /# (?:TODO|SKIP)|\{$/i.test(line) || below.some((one) => /failureType: 'subtestsFailed'/.test(one)),
  },
  { runner: "go test", test: /^\s*--- FAIL: (?<name>\S+) \(/, message: /^\s+(?<message>\S+\.go:\d+: .+)$/ },
  {
    runner: "cargo test",
    test: /^---- (?<name>\S+) stdout ----$/,
    message: /^(?!thread |stack backtrace|note: )(?<message>\S.*)$/,
  },
  { runner: "cargo nextest", test: /^\s+FAIL \[[^\]]+\] (?<name>.+)$/ },
  {
    runner: "unittest",
    test: /^(?:FAIL|ERROR): (?<name>\w+ \(.+\))$/,
    message: /^(?<message>[\w.]*(?:Error|Exception)\b.*)$/,
    ends: /^={20,}$/,
  },
  { runner: "RSpec", test: /^rspec (?<name>\S+:\d+ # .+)$/ },
  { runner: "minitest", test: /^(?<name>[\w:]+#test_\w+) \[[^\]]+\]:?$/, message: /^(?<message>\S.*)$/ },
  { runner: "PHPUnit", test: /^\d+\) (?<name>[\w\\]+::\w+.*)$/, message: /^(?<message>\S.*)$/ },
  { runner: "Surefire", test: /^\[ERROR\] {1,3}(?<name>[\w.$]+\.\w+:\d+)(?:->\S+)? (?<message>.+)$/ },
  { runner: "Gradle", test: /^(?<name>[\w.$]+ > .+) FAILED$/, message: /^ {4}(?<message>\S.*)$/ },
  {
    runner: "bun and deno",
    test: /^(?:\(fail\)|.*\.\.\. FAILED) ?(?<name>.*)$/,
    message: /^\s*(?<message>error: .+)$/,
  },
  { runner: "mocha", test: /^ {2}\d+\) (?<name>\S.*)$/, message: /^ {5,}(?<message>\w*Error.*)$/ },
];
