// The engine runs the project's own tests before the first round and after each fix, and passes the result on as a
// fact. It decides nothing: a reviewer may approve despite failing tests, and passing tests alone approve nothing.
import { findFailedTests, printFailedTests } from "../../../../domain/checks/failed-tests.ts";
import { withoutSecrets } from "../../../../domain/text/secrets/secrets.ts";
import { cutAt } from "../../../../domain/text/words/foreign-words.ts";
import { runCheck } from "../../../work/checks/run-check.ts";
import { testCommand } from "../../../work/checks/settle-tests.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";

const LAST_LINES = 20;
const LINE_CHARS = 2001;

export async function testFacts(phase: PhaseRun, round: number, moment?: string): Promise<readonly string[]> {
  const when = moment ?? (round === 0 ? "before the first round" : `after the fixes of round ${round}`);
  return (await runTests(phase, when)).facts;
}

export interface TestRun {
  readonly passed: boolean;
  readonly facts: readonly string[];
  /** The failing tests by name, as far as the output names them. */
  readonly failing: readonly string[];
}

/** Without a test command nothing is run, and nothing is said. */
export async function runTests(phase: PhaseRun, when: string): Promise<TestRun> {
  const command = testCommand(phase);
  if (command === undefined) return { passed: true, facts: [], failing: [] };
  const { passed, end, file } = await runCheck(phase, { name: "test", command });
  const fact = `- The engine ran the project's tests (${command}) ${when}: ${passed ? "passed" : "FAILED"} (${end}).`;
  if (passed) return { passed, facts: [fact], failing: [] };
  const output = (await phase.run.folder.read(file)) ?? "";
  const lines = output.trimEnd().split("\n").slice(-LAST_LINES);
  const tail = lines.map((line) => cutAt(line, LINE_CHARS)).join("\n");
  const tests = printFailedTests(output);
  const parts = [...(tests === "" ? [] : [["Failing tests", tests] as const]), ["Last lines", tail] as const];
  return {
    passed,
    facts: [fact, ...parts.map(([title, text]) => `  ${title}:\n\n${indented(withoutSecrets(text))}`)],
    failing: findFailedTests(output).map(({ name }) => name),
  };
}

/** Nothing failed; without a check there is nothing that could. */
export function isGreen(facts: readonly string[]): boolean {
  return facts.length <= 1;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "      ");
}
