// What a feature has cost, against what it may cost.
import { addUp } from "../../../domain/billing/bill.ts";
import type { LedgerLine } from "../../../domain/billing/ledger.ts";
import type { MoneyOfFeature } from "./model/common.ts";

export function moneyOf(lines: readonly LedgerLine[], budget: number | undefined): MoneyOfFeature {
  const { cost, unpriced, usage, dispatches } = addUp(lines);
  const spent = lines.length === 0 ? 0 : cost;
  return { spent, budget: budget ?? null, unpriced, estimated: usage.estimated, dispatches };
}
