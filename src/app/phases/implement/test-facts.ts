// The engine runs the project's own tests before the first round and after each fix, and passes the result on as a
// fact. It decides nothing: a reviewer may approve despite failing tests, and passing tests alone approve nothing.
import { printFailedTests } from "../../../domain/checks/failed-tests.ts";
import { withoutSecrets } from "../../../domain/review/review-history.ts";
import { runCheck } from "../../work/run-check.ts";
import { testCommand } from "../../work/settle-tests.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";

const LAST_LINES = 20;

export async function testFacts(phase: PhaseRun, round: number, moment?: string): Promise<string[]> {
  const command = testCommand(phase);
  if (command === undefined) return [];
  const { passed, end, file } = await runCheck(phase, { name: "test", command });
  const when = moment ?? (round === 0 ? "before the first round" : `after the fixes of round ${round}`);
  const fact = `- The engine ran the project's tests (${command}) ${when}: ${passed ? "passed" : "FAILED"} (${end}).`;
  if (passed) return [fact];
  const output = (await phase.run.folder.read(file)) ?? "";
  const tail = output.trimEnd().split("\n").slice(-LAST_LINES).join("\n");
  const tests = printFailedTests(output);
  const parts = [...(tests === "" ? [] : [["Failing tests", tests] as const]), ["Last lines", tail] as const];
  return [fact, ...parts.map(([title, text]) => `  ${title}:\n\n${indented(withoutSecrets(text))}`)];
}

/** Nothing failed; without a check there is nothing that could. */
export function isGreen(facts: readonly string[]): boolean {
  return facts.length <= 1;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "      ");
}
