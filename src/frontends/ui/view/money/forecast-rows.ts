// What open features are expected to cost until they end: the forecast for the phases that are left, less what their open phase
// has cost already.
import { forecast, type Range } from "../../../../domain/billing/forecast.ts";
import { isFree, modelsOf } from "../../../../domain/billing/model-prices.ts";
import { priceOf } from "../../../../domain/billing/usage.ts";
import type { Config } from "../../../../domain/config/config.ts";
import { boardCard } from "../board-view.ts";
import { type Gathered, openRun } from "../gathered.ts";
import type { BoardCard } from "../model/board.ts";
import type { ForecastRow } from "../model/money.ts";

export function forecastRows(gathered: Gathered, config: Pick<Config, "models" | "budget">): ForecastRow[] {
  const finished = gathered.features.filter(({ group }) => group === "finished").map(({ key }) => key);
  const earlier = finished.flatMap((key) => (gathered.lines.has(key) ? [gathered.lines.get(key) ?? []] : []));
  return gathered.features
    .filter(({ group }) => group !== "finished")
    .map((row) => {
      const card = boardCard(gathered, row);
      const runs = gathered.runs.get(row.key) ?? [];
      const runtime = openRun(runs)?.runtime ?? runs.at(-1)?.runtime;
      return { ...rowOf(card), ...expected(card, runtime, earlier, config) };
    });
}

function rowOf({ feature, money }: BoardCard): Pick<ForecastRow, "feature" | "spent" | "budget"> {
  return { feature, spent: money.spent, budget: money.budget };
}

type Lines = NonNullable<ReturnType<Gathered["lines"]["get"]>>;

function expected(
  { phases, depth }: BoardCard,
  runtime: string | undefined,
  earlier: readonly Lines[],
  { models, budget }: Pick<Config, "models" | "budget">,
): Pick<ForecastRow, "toCome" | "minutes" | "basis"> {
  if (runtime === undefined || isFree({ id: runtime })) return { toCome: null, minutes: null, basis: null };
  const left = phases.filter(({ state }) => state !== "done" && state !== "left-out");
  const plan = { phases: left.map(({ phase }) => phase), runtime, isLight: depth === "light" };
  const { strong } = modelsOf({ id: runtime }, models);
  const { dollars, minutes, basis } = forecast(plan, earlier, priceOf(strong, budget.prices));
  const begun = left.find(({ state }) => state !== "to-come")?.cost ?? 0;
  return { toCome: dollars && less(dollars, begun), minutes, basis };
}

function less({ low, high }: Range, paid: number): Range {
  return { low: Math.max(0, low - paid), high: Math.max(0, high - paid) };
}
