// A bill by phase, role or round, from one line a dispatch. Money is what was paid; two numbers are worked out and say so:
// what fresh agents every time would have cost, and how often the same content was paid as new.

import { isPing, type LedgerLine } from "./ledger.ts";
import { inputOf, tokensOf } from "./usage.ts";

export type Grouping = "phase" | "role" | "round";

export interface CostRow {
  readonly name: string;
  readonly dispatches: number;
  /** Tokens at full price, read from the cache, written to it, and answered. */
  readonly input: number;
  readonly read: number;
  readonly written: number;
  readonly output: number;
  /** US dollars; null when no dispatch has a price. */
  readonly cost: number | null;
  /** Some numbers were derived from text lengths. */
  readonly estimated: boolean;
  /** Share of everything sent that was read from the cache; null where no runtime counted it. */
  readonly cached: number | null;
  /**
   * Tokens paid as new (full price or written) for each token that was new to the agent: the prompt and files of a role's
   * first fresh dispatch in a run, what later ones have on top, and every resumed prompt. Null where tokens are estimated.
   * What agents read on their own is paid and not known as content, so 1 is never quite reached.
   */
  readonly writeAmplification: number | null;
  /** What the same dispatches would have cost with fresh agents every time: the role's last fresh one in that run. */
  readonly freshCost: number | null;
}

export interface CostReport {
  readonly by: Grouping;
  readonly rows: readonly CostRow[];
  readonly total: CostRow;
}

/** Rows in the order they first appear; `lines` oldest first. */
export function costReport(lines: readonly LedgerLine[], by: Grouping): CostReport {
  const priced = withDerived(lines);
  const names = [...new Set(priced.map(({ line }) => groupOf(line, by)))];
  const rows = names.map((name) =>
    rowOf(
      name,
      priced.filter(({ line }) => groupOf(line, by) === name),
    ),
  );
  return { by, rows, total: rowOf("total", priced) };
}

function groupOf({ phase, role, round }: LedgerLine, by: Grouping): string {
  if (by === "phase") return phase;
  if (by === "role") return role;
  return round === 0 ? `${phase}, no round` : `${phase}, round ${round}`;
}

interface Derived {
  readonly line: LedgerLine;
  /** Tokens that were new to the agent. */
  readonly unique: number;
  readonly freshCost: number | null;
}

function withDerived(lines: readonly LedgerLine[]): Derived[] {
  const known = new Map<string, number>();
  const lastFresh = new Map<string, number>();
  return lines.map((line) => {
    const role = `${line.run} ${line.role}`;
    if (isPing(line)) return { line, unique: 0, freshCost: line.cost === null ? null : 0 };
    const content = line.reason === "always-fresh" ? `${line.run} ${segmentOf(line)}` : role;
    if (isResumed(line))
      return { line, unique: tokensOf(line.promptChars), freshCost: freshCostOf(line, lastFresh.get(role)) };
    const before = known.get(content) ?? 0;
    known.set(content, Math.max(before, line.contextChars));
    if (line.cost !== null && line.kind !== "repair") lastFresh.set(role, line.cost);
    return { line, unique: tokensOf(Math.max(0, line.contextChars - before)), freshCost: freshCostOf(line, undefined) };
  });
}

/** Tasks of one role are told apart by this part of the step's name. */
function segmentOf({ step, role }: LedgerLine): string {
  return step.split("/")[3] ?? role;
}

export function isResumed({ kind }: Pick<LedgerLine, "kind">): boolean {
  return kind === "resume" || kind === "final";
}

/** Nobody tests or fails to resume where every agent is fresh. */
function freshCostOf(line: LedgerLine, lastFresh: number | undefined): number | null {
  if (line.cost === null) return null;
  if (line.role === "resume-gate" || (isResumed(line) && line.status === "failed")) return 0;
  return lastFresh ?? line.cost;
}

function rowOf(name: string, group: readonly Derived[]): CostRow {
  const lines = group.map(({ line }) => line);
  const sum = (numberOf: (line: LedgerLine) => number) => lines.reduce((total, line) => total + numberOf(line), 0);
  const [input, written] = [sum(({ usage }) => usage.input), sum(({ usage }) => usage.cacheWrite)];
  const read = sum(({ usage }) => usage.cacheRead);
  const counted = sum(({ usage }) => (usage.estimated ? 0 : inputOf(usage)));
  const unique = group.reduce((total, one) => total + one.unique, 0);
  const estimated = lines.some(({ usage }) => usage.estimated);
  return {
    ...{
      name,
      dispatches: lines.filter((line) => !isPing(line)).length,
      input,
      read,
      written,
      output: sum(({ usage }) => usage.output),
    },
    cost: sumKnown(lines.map(({ cost }) => cost)),
    estimated,
    cached: counted === 0 ? null : read / counted,
    writeAmplification: estimated || unique === 0 ? null : (input + written) / unique,
    freshCost: sumKnown(group.map(({ freshCost }) => freshCost)),
  };
}

function sumKnown(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}
