// `iflow init --yes` runs each check once, as iflow will run it later, and says what is red and why that may be.
import { type TriedCheck, tryCheck } from "../../../../app/setup/try-checks.ts";
import { findFailedTests } from "../../../../domain/checks/failed-tests.ts";
import { linesOfFailure } from "../../../../domain/checks/first-failure.ts";
import type { Check } from "../../../../domain/config/check-names.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import { withoutColours } from "../../../../domain/text/terminal-codes.ts";
import { cutToColumns } from "../../screen/columns.ts";
import { inLine } from "../../screen/rows/row-texts.ts";
import { withoutControls } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { wrapWords } from "../../screen/wrap-words.ts";
import type { CommandPlace } from "../command-place.ts";

export interface Tried {
  readonly checks: readonly TriedCheck[];
  /** What is red, and why that may be. */
  readonly lines: readonly string[];
}

const SHOWN_LINES = 8;
/** What a shell answers for a command that it does not know. */
const NOT_FOUND = 127;

export async function tryChecks(place: CommandPlace, checks: readonly Check[]): Promise<Tried> {
  const { config, terminal } = place;
  const tried: TriedCheck[] = [];
  for (const check of checks) {
    terminal.say(`trying ${check.name}: ${inLine(check.command)}`);
    const result = await tryOnce(place, check, config.checks.environment);
    tried.push(result);
    const { passed, milliseconds, output, command } = result;
    place.emit({ type: "check-ran", name: check.name, command, passed, tail: output.slice(-2000), milliseconds });
    if (!passed) terminal.say(failureLines(output, terminal).join("\n"));
  }
  return {
    checks: tried,
    lines: tried.filter(({ passed }) => !passed).flatMap((one) => explain(one, terminal.columns)),
  };
}

/** Shows what it prints while it runs. */
export async function tryOnce(
  { ports, signal, terminal }: CommandPlace,
  check: Check,
  environment: readonly string[],
): Promise<TriedCheck> {
  const onLine = (line: string) => terminal.status([`  ${check.name}: ${inLine(line)}`]);
  onLine(check.command);
  try {
    return await tryCheck({ ports, environment, signal, onLine }, check);
  } finally {
    terminal.status(undefined);
  }
}

export function explain({ name, end, exitCode, unseen }: TriedCheck, columns: number): string[] {
  const below = (text: string) => wrapWords(text, columns - 2).map((line) => `  ${line}`);
  if (exitCode === NOT_FOUND && unseen.length === 0)
    return [
      ...wrapWords(`${name} failed: a program that it starts was not found (${end}).`, columns),
      ...below(`Install it, or correct checks.${name}.`),
    ];
  return [
    ...wrapWords(`${name} failed (${end}) with the environment that iflow gives it.`, columns),
    ...(unseen.length === 0
      ? below("If it passes in your shell, name the variables it needs in checks.environment.")
      : [
          ...below(`Set here, named in your project, and not passed: ${listNames(unseen)}`),
          ...below("If it needs them, add them to checks.environment."),
        ]),
  ];
}

/** The first test that failed, where its runner is known; otherwise where the output says what went wrong. */
export function failureLines(output: string, { columns, marks }: Pick<Terminal, "columns" | "marks">): string[] {
  const plain = withoutColours(output);
  const [failed] = findFailedTests(plain);
  const lines = failed
    ? [[failed.name, failed.message].filter(Boolean).join("  ")]
    : linesOfFailure(plain, SHOWN_LINES);
  return lines.map((line) => cutToColumns(`    ${withoutControls(inLine(line))}`, columns, marks.ellipsis));
}
