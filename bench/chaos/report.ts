// The figure: how many kills, and how many of them left a trace. One row per injector, then each deviation with the
// command that plays it again.
import { isIdeal, type Result } from "./play.ts";
import { INJECTORS } from "./points.ts";

export interface Row {
  readonly injector: string;
  readonly kills: number;
  readonly identical: number;
  readonly paidAgain: number;
  readonly questions: number;
  readonly leftovers: number;
  /** Points whose moment never came; they count nowhere. */
  readonly missed: number;
}

export function rowsOf(results: readonly Result[]): Row[] {
  const rows = INJECTORS.map((injector) =>
    rowOf(
      injector,
      results.filter(({ point }) => point.startsWith(injector)),
    ),
  );
  return [...rows.filter(({ kills, missed }) => kills + missed > 0), rowOf("all", results)];
}

function rowOf(injector: string, results: readonly Result[]): Row {
  const hits = results.filter(({ hits }) => hits > 0);
  const sum = (of: (result: Result) => readonly string[]) => hits.reduce((all, result) => all + of(result).length, 0);
  return {
    ...{ injector, kills: hits.length, missed: results.length - hits.length },
    identical: hits.filter(({ differences }) => differences.length === 0).length,
    paidAgain: sum((result) => result.paidAgain),
    questions: sum((result) => result.questions),
    leftovers: sum((result) => result.leftovers),
  };
}

export function printReport(results: readonly Result[], seed: number): string {
  const head = ["", "kills", "identical ends", "paid again", "questions", "leftovers", "missed"];
  const table = rowsOf(results).map((row) => [
    ...[row.injector, row.kills, `${row.identical} (${percent(row.identical, row.kills)})`],
    ...[row.paidAgain, row.questions, row.leftovers, row.missed],
  ]);
  const print = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, index) => (index === 0 ? String(cell).padEnd(8) : String(cell).padStart(WIDTHS[index] ?? 10)))
      .join(" ");
  const deviations = results.filter((result) => !isIdeal(result)).flatMap((result) => printDeviation(result, seed));
  return [print(head), ...table.map(print), ...(deviations.length > 0 ? ["", "deviations", ...deviations] : [])].join(
    "\n",
  );
}

const WIDTHS = [8, 6, 16, 10, 9, 9, 6];

function printDeviation(result: Result, seed: number): string[] {
  return [`  ${repeatLine(result, seed)}`, ...factsOf(result).map((fact) => `      ${fact}`)];
}

/** The command that plays it again, how the commands ended, and what was going on at that moment. */
export function repeatLine({ point, at, ends }: Result, seed: number): string {
  return `node scripts/bench.mjs chaos --seed ${seed} --only ${point}   (${ends.join(", ")}; ${at})`;
}

/** What is not as it should be. */
export function factsOf({ differences, paidAgain, questions, leftovers }: Result): string[] {
  const facts = [
    ...differences,
    ...paidAgain.map((role) => `paid again: ${role}`),
    ...questions.map((name) => `question: ${name}`),
    ...leftovers.map((name) => `left behind: ${name}`),
  ];
  return facts.map((fact) => fact.slice(0, LONGEST_FACT));
}

const LONGEST_FACT = 300;

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`;
}
