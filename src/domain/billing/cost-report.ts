// A bill by phase, role or round, from one line a dispatch. Money is what was paid; two numbers are worked out and say so:
// what fresh agents every time would have cost, and how often the same content was paid as new.

import { addUp, sumKnown } from "./bill.ts";
import { isPing, type LedgerLine } from "./ledger.ts";
import { inputOf } from "./usage.ts";

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
   * Tokens paid as new (full price or written) for each token that nobody in the run had been sent before, so that rows add up:
   * what roles share is new for the first of them. Null where tokens are estimated, or nobody wrote down what was new.
   */
  readonly writeAmplification: number | null;
  /** The same dispatches with fresh agents every time, and nothing in the cache that others had put there. */
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
  /** Tokens that were new to the run; undefined where nobody knows. */
  readonly fresh: number | undefined;
  readonly freshCost: number | null;
}

function withDerived(lines: readonly LedgerLine[]): Derived[] {
  const lastFresh = new Map<string, number>();
  return lines.map((line) => {
    if (isPing(line)) return { line, fresh: undefined, freshCost: line.cost === null ? null : 0 };
    const role = `${line.run} ${line.role}`;
    const freshCost = freshCostOf(line, lastFresh.get(role));
    if (isMeasure(line) && freshCost !== null) lastFresh.set(role, freshCost);
    return { line, fresh: newTokens(line), freshCost };
  });
}

export function isResumed({ kind }: Pick<LedgerLine, "kind">): boolean {
  return kind === "resume" || kind === "final";
}

/** A fork looks around less than an agent that was told nothing. */
function isMeasure({ kind, reason, status }: LedgerLine): boolean {
  return (kind === "fresh" || kind === "fallback") && reason !== "fork" && status === "completed";
}

/** Nobody tests or fails to resume where every agent is fresh. */
function freshCostOf(line: LedgerLine, lastFresh: number | undefined): number | null {
  if (line.cost === null) return null;
  if (line.role === "resume-gate" || (isResumed(line) && line.status === "failed")) return 0;
  const own = line.unsharedCost ?? line.cost;
  return isResumed(line) || line.reason === "fork" ? (lastFresh ?? own) : own;
}

function newTokens({ usage, paidAgain }: LedgerLine): number | undefined {
  return paidAgain === undefined ? undefined : paidAsNew(usage) - paidAgain;
}

function paidAsNew({ input, cacheWrite }: LedgerLine["usage"]): number {
  return input + cacheWrite;
}

function rowOf(name: string, group: readonly Derived[]): CostRow {
  const lines = group.map(({ line }) => line);
  const { dispatches, usage, cost } = addUp(lines);
  const counted = lines.reduce((sum, line) => sum + (line.usage.estimated ? 0 : inputOf(line.usage)), 0);
  return {
    ...{ name, dispatches, cost, estimated: usage.estimated },
    ...{ input: usage.input, read: usage.cacheRead, written: usage.cacheWrite, output: usage.output },
    cached: counted === 0 ? null : usage.cacheRead / counted,
    writeAmplification: usage.estimated ? null : amplification(group),
    freshCost: sumKnown(group.map(({ freshCost }) => freshCost)),
  };
}

function amplification(group: readonly Derived[]): number | null {
  let [paid, unique] = [0, 0];
  for (const { line, fresh } of group) {
    paid += fresh === undefined ? 0 : paidAsNew(line.usage);
    unique += fresh ?? 0;
  }
  return unique === 0 ? null : paid / unique;
}
