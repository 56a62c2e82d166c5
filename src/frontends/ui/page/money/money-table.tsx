import type { MoneyGrouping, MoneyRow, MoneyView } from "../../view/model/money.ts";
import { moneyWords, percentWords, tokenWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { dayWords } from "../logic/time-words.ts";
import { ChoiceLinks } from "../parts/choice-links.tsx";
import { route } from "../state/address.ts";

const GROUPINGS: readonly MoneyGrouping[] = ["phase", "role", "round", "day", "feature", "runtime"];

const titleOf = (grouping: string): string => `${grouping.slice(0, 1).toUpperCase()}${grouping.slice(1)}`;

/** Everything that is drawn above, as numbers. */
export function MoneyTable({ view }: { readonly view: MoneyView }) {
  const { query } = route.value;
  const by = GROUPINGS.find((one) => one === query.by) ?? "phase";
  const nameOf = (name: string) =>
    by === "day" && /^\d{4}-\d\d-\d\d$/.test(name) ? dayWords(`${name}T12:00:00`) : name;
  return (
    <section class="card" aria-labelledby="behind">
      <div class="card-head">
        <h2 id="behind">In numbers</h2>
        <div class="card-choices">
          <ChoiceLinks
            label="Grouped by"
            choices={GROUPINGS.map((one) => ({
              label: titleOf(one),
              address: pathOf("money", {}, { ...query, by: one === "phase" ? undefined : one }),
              isChosen: one === by,
            }))}
          />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="scrolls" tabIndex={0} aria-label={`Money by ${by}`}>
        <table class="table numbers">
          <thead>
            <tr>
              <th scope="col">{titleOf(by)}</th>
              {["Cost", "If fresh", "Cached", "Asked", "New", "Read", "Written", "Output"].map((name) => (
                <th key={name} scope="col" class="right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.by[by].map((row) => (
              <Row key={row.name} row={row} name={nameOf(row.name)} />
            ))}
          </tbody>
          <tfoot>
            <Row row={view.total} name="total" />
          </tfoot>
        </table>
      </section>
      <p class="card-empty small muted">
        ~ was estimated, + ? lacks what has no known price. If fresh: every resumed dispatch counted as a fresh one.
        Prices as of {view.pricesAsOf}.
      </p>
    </section>
  );
}

function Row({ row, name }: { readonly row: MoneyRow; readonly name: string }) {
  const { cost, estimated, unpriced, freshCost, cached, dispatches, input, read, written, output } = row;
  return (
    <tr>
      <th scope="row" class="words">
        {name}
      </th>
      <td class="right">
        {moneyWords(cost, estimated)}
        {unpriced > 0 && cost !== null && " + ?"}
      </td>
      <td class="right muted">{freshCost === null ? "" : moneyWords(freshCost, true)}</td>
      <td class="right">{cached === null ? "" : percentWords(cached)}</td>
      <td class="right">{dispatches}</td>
      {[input, read, written, output].map((tokens, at) => (
        <td key={at} class="right">
          {tokenWords(tokens)}
        </td>
      ))}
    </tr>
  );
}
