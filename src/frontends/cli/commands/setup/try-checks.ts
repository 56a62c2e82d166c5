// `iflow init` runs each check once, as iflow will run it later, and says what is red and why that may be.
import { findMissing, type TriedCheck, tryCheck } from "../../../../app/setup/try-checks.ts";
import type { Check } from "../../../../domain/config/check-names.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import { confirm } from "../../screen/ask.ts";
import { inLine } from "../../screen/row-texts.ts";
import type { CommandPlace } from "../command-place.ts";

export interface Tried {
  readonly checks: readonly TriedCheck[];
  /** Names that the person wants in `checks.environment`. */
  readonly wanted: readonly string[];
  readonly lines: readonly string[];
}

const LAST_LINES = 8;

export async function tryChecks(place: CommandPlace, checks: readonly Check[]): Promise<Tried> {
  const { ports, config, signal, terminal } = place;
  const tried: TriedCheck[] = [];
  const lines: string[] = [];
  const wanted = new Set<string>();
  for (const check of checks) {
    const onLine = (line: string) => terminal.status([`  trying ${check.name}: ${inLine(line)}`]);
    const environment = [...config.checks.environment, ...wanted];
    const trying = { ports, environment, signal, onLine };
    terminal.say(`trying ${check.name}: ${inLine(check.command)}`);
    onLine(check.command);
    const result = await tryCheck(trying, check);
    terminal.status(undefined);
    tried.push(result);
    const { passed, milliseconds, output, command } = result;
    place.emit({ type: "check-ran", name: check.name, command, passed, tail: output.slice(-2000), milliseconds });
    if (passed) continue;
    terminal.say(lastLines(output));
    const missing =
      terminal.interactive && (await agrees(place, result)) ? await findMissing(trying, result) : "unknown";
    terminal.status(undefined);
    if (Array.isArray(missing) && (await confirm(place, `Add to checks.environment: ${missing.join(", ")}?`, true))) {
      for (const name of missing) wanted.add(name);
      lines.push(`${check.name} needs ${missing.join(", ")}: now in checks.environment, by name only.`);
    } else lines.push(...explain(result, missing));
  }
  return { checks: tried, wanted: [...wanted], lines };
}

function agrees(context: CommandPlace, { name, end }: TriedCheck): Promise<boolean> {
  const question = `${name} failed (${end}). Run it again with your whole environment, to find a variable it misses?`;
  return confirm(context, question, false);
}

function explain({ name, end, unseen }: TriedCheck, missing: readonly string[] | undefined | "unknown"): string[] {
  if (missing === undefined) return [`${name} failed (${end}), with your whole environment, too.`];
  if (missing !== "unknown")
    return [`${name} needs ${missing.join(", ")}, which iflow passes only if checks.environment has it.`];
  return [
    `${name} failed (${end}) with the environment that iflow gives it.`,
    ...(unseen.length === 0
      ? ["  If it passes in your shell, name the variables it needs in checks.environment."]
      : [
          `  Set here, named in your project, and not passed: ${listNames(unseen)}`,
          "  If it needs them, add them to checks.environment.",
        ]),
  ];
}

function lastLines(output: string): string {
  return output
    .trimEnd()
    .split("\n")
    .slice(-LAST_LINES)
    .map((line) => `    ${inLine(line)}`)
    .join("\n");
}
