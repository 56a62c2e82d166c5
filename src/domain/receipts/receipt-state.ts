// What the runs of a criterion's tests come to. An exit code alone is not enough: a runner that finds no such test, or
// skips it, often ends well. So a test counts as passed only where the runner's own count says that one passed.
import { findFailedTests } from "../checks/failed-tests.ts";
import { testCounts } from "../checks/test-counts.ts";
import { withoutColours } from "../text/terminal-codes.ts";
import type { ShowingTest } from "./criterion-tests.ts";

/** `stale`: it passes, but what its receipt says is not what was found. Only `iflow verify` says so. */
export type CriterionState = "holds" | "fails" | "stale" | "none";

export interface PlannedTest extends ShowingTest {
  /** Null when none can be made; then `why` says it. */
  readonly command: string | null;
  readonly why?: string;
}

export interface RanTest extends PlannedTest {
  /** Null when it was ended by a signal or its time was up, and when it was not run. */
  readonly exitCode: number | null;
  /** How many tests passed; null when that cannot be read. */
  readonly passed: number | null;
  /** The first test that failed, in the runner's words. */
  readonly failure?: string;
}

export interface CriterionResult {
  readonly criterion: string;
  readonly state: CriterionState;
  /** In a few words, for a table. */
  readonly why: string;
  readonly tests: readonly RanTest[];
}

export function readRun(
  test: PlannedTest,
  ran: { readonly exitCode: number | null; readonly output: string },
): RanTest {
  const failure = ran.exitCode === 0 ? undefined : findFailedTests(ran.output)[0]?.name;
  const counted = testCounts(ran.output)?.passed ?? null;
  // `node --test` counts a file in which there is no test as one that passed
  const passed = counted === 1 && test.title !== null && passedAsFile(test.path, ran.output) ? 0 : counted;
  return { ...test, exitCode: ran.exitCode, passed, ...(failure !== undefined && { failure }) };
}

function passedAsFile(path: string, output: string): boolean {
  const passes = withoutColours(output).matchAll(/^(?:ok \d+ - |✔ )(.*?)(?: \([\d.]+ms\))?$/gm);
  return [...passes].some(([, name = ""]) => name === path || name.endsWith(`/${path}`));
}

export function resultOf(criterion: string, tests: readonly RanTest[]): CriterionResult {
  const failed = tests.find((test) => test.command !== null && test.exitCode !== 0);
  if (failed) return { criterion, state: "fails", why: `${nameOf(failed)}, ${endOf(failed)}`, tests };
  const unshown = tests.find((test) => !(test.passed !== null && test.passed > 0));
  if (tests.length === 0) return { criterion, state: "none", why: "no test of this feature names it", tests };
  if (unshown) return { criterion, state: "none", why: whyUnshown(unshown), tests };
  return { criterion, state: "holds", why: listed(tests), tests };
}

function whyUnshown(test: RanTest): string {
  if (test.command === null) return test.why ?? "its test cannot be run alone";
  if (test.passed === 0) return `${nameOf(test)}, which did not run`;
  return "how many tests passed cannot be read";
}

function endOf({ exitCode }: RanTest): string {
  return exitCode === null ? "did not end" : `exit code ${exitCode}`;
}

/** `test/limit.test.mjs::the sixth is refused` */
export function nameOf({ path, title }: Pick<ShowingTest, "path" | "title">): string {
  return title === null ? path : `${path}::${title}`;
}

function listed([first, ...others]: readonly RanTest[]): string {
  const name = first ? nameOf(first) : "";
  return others.length === 0 ? name : `${others.length + 1} tests, such as ${name}`;
}
