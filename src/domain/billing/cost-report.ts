// A bill by phase, role or round, from one line per dispatch. Money is what was paid. Two numbers are derived and
// marked as such: what fresh agents every time would have cost, and how often the same content was paid as new.
import { groupBy } from "../text/group-by.ts";
import { addUp, isResumed, sumKnown } from "./bill.ts";
import { isHostTurns, isPing, type LedgerLine } from "./ledger.ts";
import { inputOf } from "./usage.ts";

export type Grouping = "phase" | "role" | "round" | "day" | "feature" | "runtime";

export interface CostRow {
  readonly name: string;
  readonly dispatches: number;
  /** Tokens at full price, read from the cache, written to the cache, and output. */
  readonly input: number;
  readonly read: number;
  readonly written: number;
  readonly output: number;
  /** US dollars; null when no dispatch has a price. */
  readonly cost: number | null;
  /** How many have no known price and are not in `cost`. */
  readonly unpriced: number;
  /** Some numbers were derived from text lengths. */
  readonly estimated: boolean;
  /** Share of everything sent that was read from the cache; null if no runtime counted it. */
  readonly cached: number | null;
  /**
   * Tokens paid as new (full price or written) for each token that had not been sent to any agent of the run before.
   * What roles share is new only for the first of them, so that rows add up. Null if tokens are estimated, or if what
   * was new was not recorded.
   */
  readonly writeAmplification: number | null;
  /** The same dispatches with a fresh agent every time and nothing in the cache from other agents. */
  readonly freshCost: number | null;
}

export interface CostReport {
  readonly by: Grouping;
  readonly rows: readonly CostRow[];
  readonly total: CostRow;
}

/** Rows in the order they first appear, a host's own turns last; `lines` oldest first. */
export function costReport(lines: readonly LedgerLine[], by: Grouping): CostReport {
  const priced = withDerived(lines);
  const groups = groupBy(priced, ({ line }) => groupOf(line, by));
  const hosts = groups.get(HOST_TURNS);
  groups.delete(HOST_TURNS);
  if (hosts) groups.set(HOST_TURNS, hosts);
  return { by, rows: [...groups].map(([name, group]) => rowOf(name, group)), total: rowOf("total", priced) };
}

const HOST_TURNS = "host's own turns";

function groupOf(line: LedgerLine, by: Grouping): string {
  const { phase, role, round } = line;
  if (by === "day") return line.at.slice(0, 10);
  if (by === "feature" || by === "runtime") return line[by];
  if (isHostTurns(line)) return HOST_TURNS;
  if (by === "phase") return phase;
  if (by === "role") return role;
  return round === 0 ? `${phase}, no round` : `${phase}, round ${round}`;
}

interface Derived {
  readonly line: LedgerLine;
  /** Tokens that were new to the run; undefined if unknown. */
  readonly fresh: number | undefined;
  readonly freshCost: number | null;
}

function withDerived(lines: readonly LedgerLine[]): Derived[] {
  const lastFresh = new Map<string, number>();
  return lines.map((line) => {
    if (isPing(line)) return { line, fresh: undefined, freshCost: line.cost === null ? null : 0 };
    if (isHostTurns(line)) return { line, fresh: undefined, freshCost: line.cost }; // fresh agents need a host, too
    const role = `${line.run} ${line.role}`;
    const freshCost = freshCostOf(line, lastFresh.get(role));
    if (isMeasure(line) && freshCost !== null) lastFresh.set(role, freshCost);
    return { line, fresh: newTokens(line), freshCost };
  });
}

/** A fork explores less than an agent that was told nothing, so it is not a measure. */
function isMeasure({ kind, reason, status }: LedgerLine): boolean {
  return (kind === "fresh" || kind === "fallback") && reason !== "fork" && status === "completed";
}

/**
 * If every agent were fresh, there would be no resume gate and no failed resume to pay for. An answer that needs a
 * repair would need it from a fresh agent, too.
 */
function freshCostOf(line: LedgerLine, lastFresh: number | undefined): number | null {
  if (line.cost === null) return null;
  const isInsteadOfFresh = isResumed(line) && line.kind !== "repair";
  if (line.role === "resume-gate" || (isInsteadOfFresh && line.status === "failed")) return 0;
  const own = line.unsharedCost ?? line.cost;
  return isInsteadOfFresh || line.reason === "fork" ? (lastFresh ?? own) : own;
}

function newTokens({ usage, paidAgain }: LedgerLine): number | undefined {
  return paidAgain === undefined ? undefined : paidAsNew(usage) - paidAgain;
}

function paidAsNew({ input, cacheWrite }: LedgerLine["usage"]): number {
  return input + cacheWrite;
}

function rowOf(name: string, group: readonly Derived[]): CostRow {
  const lines = group.map(({ line }) => line);
  const { dispatches, usage, cost, unpriced } = addUp(lines);
  const counted = lines.reduce((sum, line) => sum + (line.usage.estimated ? 0 : inputOf(line.usage)), 0);
  return {
    ...{ name, dispatches, cost, unpriced, estimated: usage.estimated },
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
