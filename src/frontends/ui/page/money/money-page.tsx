import type { ComponentChildren } from "preact";
import type { MoneyView } from "../../view/model/money.ts";
import { countWords, moneyWords, percentWords, tokenWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { dayBefore, dayWords } from "../logic/time-words.ts";
import { ChoiceLinks } from "../parts/choice-links.tsx";
import { Icon } from "../parts/icon.tsx";
import { Top } from "../parts/top.tsx";
import { ViewGate } from "../parts/view-gate.tsx";
import { route } from "../state/address.ts";
import { serverNow } from "../state/clock.ts";
import { useLook } from "../state/use-look.ts";
import { ForecastList } from "./forecast-list.tsx";
import { KindBars } from "./kind-bars.tsx";
import { MoneyTable } from "./money-table.tsx";
import { SpentCurve } from "./spent-curve.tsx";

const SPANS = [
  { label: "Today", days: 0 },
  { label: "8 days", days: 7 },
  { label: "30 days", days: 29 },
] as const;

export function MoneyPage() {
  const { query } = route.value;
  const span = SPANS.find(({ days }) => String(days) === query.days);
  const shown = useLook("money", {}, { since: span && dayBefore(serverNow(), span.days) });
  const addressOf = (days: string | undefined) => pathOf("money", {}, { ...query, days });
  return (
    <>
      <Top title="Money" sub={shown.view && aboutOf(shown.view)}>
        <ChoiceLinks
          label="Since when"
          choices={[
            ...SPANS.map(({ label, days }) => ({
              ...{ label, address: addressOf(String(days)), isChosen: span?.days === days },
            })),
            { label: "All", address: addressOf(undefined), isChosen: span === undefined },
          ]}
        />
      </Top>
      <ViewGate shown={shown}>{(view) => <Money view={view} />}</ViewGate>
    </>
  );
}

function aboutOf({ features, since }: MoneyView): string {
  const from = since === null ? "" : ` since ${dayWords(`${since}T12:00:00`)}`;
  return `${countWords(features, "feature")}${from}`;
}

function Money({ view }: { readonly view: MoneyView }) {
  if (view.total.dispatches === 0)
    return (
      <section class="card empty">
        <Icon name="money" />
        <h2>Nothing was spent</h2>
        <p>As soon as an agent has worked, this page says for what, and what fresh agents would have cost.</p>
      </section>
    );
  return (
    <div class="column">
      <Stats view={view} />
      <div class="halves">
        <KindBars kinds={view.kinds} />
        <SpentCurve view={view} />
      </div>
      <div class="split">
        <MoneyTable view={view} />
        <ForecastList forecasts={view.forecasts} />
      </div>
    </div>
  );
}

function Stats({ view: { total, today, toCome, budgetsLeft, forecasts } }: { readonly view: MoneyView }) {
  const { cost, estimated, unpriced, freshCost, cached, read, input, written } = total;
  const tooSmall = forecasts.filter(
    ({ spent, budget, toCome: more }) => budget !== null && more !== null && (spent ?? 0) + more.high > budget,
  ).length;
  const middle = toCome && (toCome.low + toCome.high) / 2;
  return (
    <dl class="card stats">
      <Stat name="spent" value={moneyWords(cost, estimated)}>
        {[today !== null && `${moneyWords(today)} of it today`, unpriced > 0 && `${unpriced} without a known price`]
          .filter(Boolean)
          .join(", ")}
      </Stat>
      <Stat name="if fresh" value={moneyWords(freshCost, true)}>
        {freshCost !== null && cost !== null && freshCost > 0 && `you paid ${percentWords(cost / freshCost)} of that`}
      </Stat>
      <Stat name="read from cache" value={cached === null ? "not told" : percentWords(cached)}>
        {cached === null
          ? `of ${tokenWords(input)} tokens`
          : `${tokenWords(read)} of ${tokenWords(read + input + written)} tokens`}
      </Stat>
      <Stat name="still to come" value={middle === null ? "not known" : `~${moneyWords(middle)}`}>
        {toCome ? `${moneyWords(toCome.low)} to ${moneyWords(toCome.high)}` : "nothing to go by yet"}
      </Stat>
      <Stat name="budgets left" value={budgetsLeft === null ? "none set" : moneyWords(budgetsLeft)}>
        {tooSmall > 0 && (
          <span class="warn">
            <Icon name="triangle" /> {tooSmall} may be too small
          </span>
        )}
      </Stat>
    </dl>
  );
}

interface StatOf {
  readonly name: string;
  readonly value: string;
  readonly children: ComponentChildren;
}

function Stat({ name, value, children }: StatOf) {
  return (
    <div>
      <dt class="small muted">{name}</dt>
      <dd>
        <span class="stat">{value}</span>
        <span class="second">{children}</span>
      </dd>
    </div>
  );
}
