import type { MoneyView } from "../../view/model/money.ts";
import { type CurveScale, curveScale, pointAt } from "../logic/curve.ts";
import { moneyWords, rangeWords } from "../logic/number-words.ts";
import { dayWords } from "../logic/time-words.ts";
import { Icon } from "../parts/icon.tsx";

const BOX = { width: 400, height: 180 };
/** The forecast has no days; it is drawn over this share of those before. */
const AHEAD = 0.3;

const dayOf = (day: string): string => dayWords(`${day}T12:00:00`);

/** What was spent, day by day, against fresh agents every time, and what is still to come. */
export function SpentCurve({ view: { curve, toCome } }: { readonly view: MoneyView }) {
  const last = curve.at(-1);
  if (!last || curve.length < 2) return null; // the numbers above say it
  const days = curve.length - 1;
  const end = days * (1 + (toCome ? AHEAD : 0));
  const scale = curveScale(end, Math.max(last.fresh, last.spent + (toCome?.high ?? 0)));
  const at = (day: number, amount: number) => pointAt(scale, BOX, day, amount);
  const line = (key: "spent" | "fresh") => `M${curve.map((one, day) => at(day, one[key])).join("L")}`;
  return (
    <section class="card padded-all" aria-labelledby="curve">
      <h2 id="curve">Added up, against fresh agents every time</h2>
      <p class="share-legend small" aria-hidden="true">
        <span class="curve-key spent">spent</span>
        <span class="curve-key fresh">if fresh</span>
        {toCome && <span class="curve-key to-come">still to come, with its range</span>}
      </p>
      <div class="curve">
        <Amounts scale={scale} />
        <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden="true">
          {scale.steps.map((amount) => (
            <path key={amount} class="grid" d={`M${at(0, amount)}L${at(end, amount)}`} />
          ))}
          {toCome && (
            <path
              class="range"
              d={`M${at(days, last.spent)}L${at(end, last.spent + toCome.high)}L${at(end, last.spent + toCome.low)}Z`}
            />
          )}
          <path class="fresh" d={line("fresh")} />
          <path class="spent" d={line("spent")} />
          {toCome && (
            <path
              class="to-come"
              d={`M${at(days, last.spent)}L${at(end, last.spent + (toCome.low + toCome.high) / 2)}`}
            />
          )}
        </svg>
        <p class="curve-days small muted">
          <span>{dayOf(curve[0]?.day ?? last.day)}</span>
          <span class="curve-today" style={{ right: `${100 * (1 - days / end)}%` }}>
            {dayOf(last.day)}
          </span>
        </p>
      </div>
      <p class="small">
        <strong>{moneyWords(last.spent)}</strong> spent, {moneyWords(last.fresh)} if fresh
        {toCome && <span class="muted">; {rangeWords(toCome)} still to come</span>}
      </p>
      <CurveTable curve={curve} />
    </section>
  );
}

function Amounts({ scale: { steps, top } }: { readonly scale: CurveScale }) {
  return (
    <div class="curve-amounts small muted" aria-hidden="true">
      {steps.map((amount) => (
        <span key={amount} style={{ bottom: `${(100 * amount) / top}%` }}>
          ${amount}
        </span>
      ))}
    </div>
  );
}

function CurveTable({ curve }: { readonly curve: MoneyView["curve"] }) {
  return (
    <details class="behind-curve">
      <summary class="muted">
        <Icon name="chevron" />
        The same as a table
      </summary>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Up to</th>
            <th scope="col" class="right">
              Spent
            </th>
            <th scope="col" class="right">
              If fresh
            </th>
          </tr>
        </thead>
        <tbody>
          {curve.map(({ day, spent, fresh }) => (
            <tr key={day}>
              <th scope="row">{dayOf(day)}</th>
              <td class="right">{moneyWords(spent)}</td>
              <td class="right">{moneyWords(fresh)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
