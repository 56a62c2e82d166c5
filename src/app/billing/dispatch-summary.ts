// What a run has cost so far, from the outcome files: one row a dispatch. A projection; it is stored nowhere.
import type { Outcome } from "../../domain/billing/outcome.ts";
import { addUsage, NO_USAGE, type Usage } from "../../domain/billing/usage.ts";
import type { RunHead } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";

export interface DispatchRow {
  readonly number: number;
  readonly role: string;
  readonly round: number;
  readonly kind: string;
  readonly reason: string;
  readonly status: string;
  readonly promptChars: number;
  readonly contextChars: number;
  readonly usage: Usage;
  readonly cost: number | null;
  readonly milliseconds: number;
}

export interface PhaseSummary {
  readonly dispatches: readonly DispatchRow[];
  readonly usage: Usage;
  /** Null when no dispatch has a price. */
  readonly cost: number | null;
  readonly milliseconds: number;
  /** Characters sent, and what they would be with a fresh agent every time. */
  readonly sentChars: number;
  readonly freshChars: number;
}

export async function phaseSummary(ports: Pick<Ports, "runs">, head: RunHead): Promise<PhaseSummary> {
  const outcomes = await ports.runs.outcomes(head.feature);
  return summarize(outcomes.filter(({ run }) => run === head.id).map(({ outcome }) => outcome));
}

export function summarize(outcomes: readonly Outcome[]): PhaseSummary {
  const rows = outcomes.map(toRow);
  const costs = rows.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  return {
    dispatches: rows,
    usage: rows.reduce((sum, row) => addUsage(sum, row.usage), NO_USAGE),
    cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    milliseconds: rows.reduce((sum, row) => sum + row.milliseconds, 0),
    sentChars: rows.reduce((sum, row) => sum + (isResumed(row) ? row.promptChars : row.contextChars), 0),
    freshChars: rows.reduce((sum, row) => sum + row.contextChars, 0),
  };
}

export interface BillLine {
  /** A phase or a role. */
  readonly name: string;
  readonly dispatches: number;
  readonly fresh: number;
  readonly resumed: number;
  readonly usage: Usage;
  readonly cost: number | null;
}

/** One line for each name, in the order they first appear. */
export function billBy(outcomes: readonly Outcome[], nameOf: (outcome: Outcome) => string): BillLine[] {
  const names = [...new Set(outcomes.map(nameOf))];
  return names.map((name) =>
    billLine(
      name,
      outcomes.filter((outcome) => nameOf(outcome) === name),
    ),
  );
}

export function billLine(name: string, outcomes: readonly Outcome[]): BillLine {
  const { dispatches, usage, cost } = summarize(outcomes);
  const resumed = dispatches.filter(isResumed).length;
  return { name, dispatches: dispatches.length, fresh: dispatches.length - resumed, resumed, usage, cost };
}

function toRow(outcome: Outcome, index: number): DispatchRow {
  const { role, round, kind, reason, status, promptChars, contextChars, usage, milliseconds } = outcome;
  const row = { role, round, kind, reason, status, promptChars, contextChars, usage, milliseconds };
  return { number: index + 1, ...row, cost: outcome.cost ?? null };
}

function isResumed(row: DispatchRow): boolean {
  return row.kind !== "fresh" && row.kind !== "fallback";
}
