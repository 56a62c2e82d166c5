// What was paid, for what, and what is still to come: the bill of `iflow cost` over all features, and a forecast for each that
// is not over.
import { type CostRow, costReport } from "../../../../domain/billing/cost-report.ts";
import type { LedgerLine } from "../../../../domain/billing/ledger.ts";
import { PRICES } from "../../../../domain/billing/usage.ts";
import { PHASES } from "../../../../domain/feature/phase.ts";
import { ROLES, type RoleKind } from "../../../../domain/roles/role.ts";
import { groupBy } from "../../../../domain/text/group-by.ts";
import type { Gathered } from "../gathered.ts";
import type { ForecastRow, KindRow, MoneyGrouping, MoneyRow, MoneyView } from "../model/money.ts";
import { pageHead } from "../page-head.ts";

export interface MoneyInput {
  readonly repositories: readonly Gathered[];
  readonly forecasts: readonly ForecastRow[];
  /** The first day that counts. */
  readonly since: string | undefined;
  readonly now: Date;
}

export function moneyView({ repositories, forecasts, since, now }: MoneyInput): MoneyView {
  const lines = repositories.flatMap(linesOf).filter(({ at }) => since === undefined || at.slice(0, 10) >= since);
  lines.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const rows = (by: MoneyGrouping) => costReport(lines, by).rows.map(rowOf);
  const by = {
    ...{
      phase: rows("phase").toSorted((one, other) => placeOf(one) - placeOf(other)),
      role: rows("role"),
      round: rows("round"),
    },
    ...{ day: rows("day"), feature: rows("feature"), runtime: rows("runtime") },
  };
  const today = by.day.find(({ name }) => name === now.toISOString().slice(0, 10));
  return {
    ...pageHead(repositories, now),
    ...{ since: since ?? null, features: by.feature.length, total: rowOf(costReport(lines, "phase").total), by },
    ...{ today: today?.cost ?? null, kinds: kindRows(lines, by.phase), curve: curveOf(by.day), forecasts },
    ...{ toCome: sumOf(forecasts), budgetsLeft: leftOf(forecasts), pricesAsOf: PRICES.asOf },
  };
}

/** In the order of the work; what hosts used has no phase and comes last. */
function placeOf({ name }: MoneyRow): number {
  const place = (PHASES as readonly string[]).indexOf(name);
  return place === -1 ? PHASES.length : place;
}

/** By the feature each was for, also where it was paid for its brainstorm; of several repositories with their names. */
function linesOf({ repository, lines }: Gathered): LedgerLine[] {
  return [...lines].flatMap(([feature, own]) =>
    own.map((line) => ({ ...line, feature: `${repository.id}/${feature}`, run: `${repository.id}/${line.run}` })),
  );
}

function rowOf({ writeAmplification: _, ...row }: CostRow): MoneyRow {
  return row;
}

function kindRows(lines: readonly LedgerLine[], phases: readonly MoneyRow[]): KindRow[] {
  const byPhase = groupBy(lines, ({ phase }) => phase);
  return phases.flatMap(({ name, cost, freshCost }) => {
    const own = byPhase.get(name);
    if (!own) return []; // what hosts used has no phase
    const sums: Record<RoleKind, number> = { author: 0, reviewer: 0, researcher: 0, worker: 0 };
    for (const line of own) sums[kindOf(line.role)] += line.cost ?? 0;
    return [{ phase: name, ...sums, cost: cost ?? 0, freshCost: freshCost ?? 0 }];
  });
}

const KINDS = new Map<string, RoleKind>(ROLES.map(({ id, kind }) => [id, kind]));
const kindOf = (role: string): RoleKind => KINDS.get(role) ?? "worker";

function curveOf(days: readonly MoneyRow[]): MoneyView["curve"] {
  let [spent, fresh] = [0, 0];
  return days.map(({ name, cost, freshCost }) => {
    spent += cost ?? 0;
    fresh += freshCost ?? 0;
    return { day: name, spent, fresh };
  });
}

function sumOf(forecasts: readonly ForecastRow[]): MoneyView["toCome"] {
  const known = forecasts.flatMap(({ toCome }) => toCome ?? []);
  if (known.length === 0) return null;
  return known.reduce((sum, { low, high }) => ({ low: sum.low + low, high: sum.high + high }), { low: 0, high: 0 });
}

function leftOf(forecasts: readonly ForecastRow[]): number | null {
  const left = forecasts.flatMap(({ spent, budget }) => (budget === null ? [] : Math.max(0, budget - (spent ?? 0))));
  return left.length === 0 ? null : left.reduce((sum, one) => sum + one, 0);
}
