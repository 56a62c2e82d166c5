// What a run has cost so far, from the outcome files: one row per dispatch. A projection; it is not stored anywhere.
import { addUp, isResumed } from "../../domain/billing/bill.ts";
import type { Outcome } from "../../domain/billing/outcome.ts";
import type { Usage } from "../../domain/billing/usage.ts";
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
  /** How many have no known price and are not in `cost`. */
  readonly unpriced: number;
  readonly milliseconds: number;
  /** Characters sent, and what they would be if every agent were fresh. */
  readonly sentChars: number;
  readonly freshChars: number;
}

export async function phaseSummary(ports: Pick<Ports, "runs">, head: RunHead): Promise<PhaseSummary> {
  const outcomes = await ports.runs.outcomes(head.feature);
  return summarize(outcomes.filter(({ run }) => run === head.id).map(({ outcome }) => outcome));
}

export function summarize(outcomes: readonly Outcome[]): PhaseSummary {
  const { usage, cost, unpriced, milliseconds } = addUp(outcomes);
  return {
    dispatches: outcomes.map(toRow),
    ...{ usage, cost, unpriced, milliseconds },
    sentChars: outcomes.reduce((sum, one) => sum + (isResumed(one) ? one.promptChars : one.contextChars), 0),
    freshChars: outcomes.reduce((sum, one) => sum + one.contextChars, 0),
  };
}

function toRow(outcome: Outcome, index: number): DispatchRow {
  const { role, round, kind, reason, status, promptChars, contextChars, usage, milliseconds } = outcome;
  const row = { role, round, kind, reason, status, promptChars, contextChars, usage, milliseconds };
  return { number: index + 1, ...row, cost: outcome.cost ?? null };
}
