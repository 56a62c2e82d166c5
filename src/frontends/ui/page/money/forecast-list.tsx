import type { ForecastRow } from "../../view/model/money.ts";
import { moneyWords, rangeWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { waitWords } from "../logic/time-words.ts";
import { Mark } from "../parts/tag.tsx";

/** What each open feature will likely cost to its end, against its budget. */
export function ForecastList({ forecasts }: { readonly forecasts: readonly ForecastRow[] }) {
  return (
    <aside class="rail" aria-labelledby="forecasts">
      <h2 id="forecasts" class="rail-head">
        To the end of open features
      </h2>
      {forecasts.length === 0 && <p class="muted">No feature is open.</p>}
      <ul class="rows">
        {forecasts.map((row) => (
          <Forecast key={`${row.feature.repo}/${row.feature.key}`} row={row} />
        ))}
      </ul>
    </aside>
  );
}

function Forecast({ row: { feature, spent, budget, toCome, minutes, basis } }: { readonly row: ForecastRow }) {
  const left = budget !== null && toCome !== null ? budget - (spent ?? 0) - toCome.high : null;
  const isTooSmall = left !== null && left < 0;
  const about = [
    `${moneyWords(spent)} spent`,
    toCome ? `${rangeWords(toCome)} to come` : "nothing to go by yet",
    minutes && `${waitWords(minutes.low * 60_000)} to ${waitWords(minutes.high * 60_000)} of work`,
    budget !== null && `budget ${moneyWords(budget)}`,
    basis === "price-table" && "by the price table",
  ];
  return (
    <li>
      <Mark
        said={
          isTooSmall
            ? { word: "the budget may be too small", icon: "triangle", tone: "warn" }
            : { word: "within its budget", icon: left === null ? "dot" : "check", tone: "plain" }
        }
      />
      <a class="cut" href={pathOf("feature", { repo: feature.repo, key: feature.key })}>
        {feature.name}
      </a>
      <span class={`when ${isTooSmall ? "warn" : ""}`}>
        {left !== null && (isTooSmall ? `up to ${moneyWords(-left)} over` : `${moneyWords(left)} left`)}
      </span>
      <span class="second">{about.filter(Boolean).join(" · ")}</span>
    </li>
  );
}
