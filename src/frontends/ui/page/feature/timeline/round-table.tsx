import type { Bar, PhaseTimeline } from "../../../view/model/feature.ts";
import { fineMoneyWords } from "../../logic/number-words.ts";
import { type FeatureAt, pathOf } from "../../logic/route.ts";
import { kindWords, verdictOf } from "../../logic/state-words.ts";
import { busyWords, clockWords } from "../../logic/time-words.ts";
import { Tag } from "../../parts/tag.tsx";
import { issueWords } from "./bar-words.ts";

interface Row {
  readonly lane: string;
  readonly bar: Bar;
}

/** What the chart shows, in the order it happened. */
export function RoundTable({ at, timeline }: { readonly at: FeatureAt; readonly timeline: PhaseTimeline }) {
  const rows: Row[] = timeline.lanes
    .flatMap(({ lane, bars }) => bars.map((bar) => ({ lane, bar })))
    .toSorted((one, other) => Date.parse(one.bar.begin) - Date.parse(other.bar.begin));
  return (
    <table class="table foldable round-table">
      <thead>
        <tr>
          <th scope="col">Began</th>
          <th scope="col">Round</th>
          <th scope="col">Role</th>
          <th scope="col">How</th>
          <th scope="col">Result</th>
          <th scope="col" class="right">
            Took
          </th>
          <th scope="col" class="right">
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ lane, bar }) => (
          <tr key={`${lane} ${bar.step}`}>
            <td class="muted">{clockWords(bar.begin)}</td>
            <td>
              {bar.round > 0 && <span data-label="round">{bar.round}</span>}
              {bar.round === 0 && bar.kind !== "check" && <span class="muted">draft</span>}
            </td>
            <th scope="row">
              {bar.dispatch === null ? lane : <a href={pathOf("dispatch", { ...at, number: bar.dispatch })}>{lane}</a>}
              {bar.about && <span class="second words">{bar.about}</span>}
            </th>
            <td>{bar.kind === lane ? "" : kindWords(bar.kind)}</td>
            <td>
              {bar.verdict ? (
                <Tag said={verdictOf(bar.kind, bar.verdict)} />
              ) : bar.status === "completed" ? (
                ""
              ) : (
                bar.status
              )}{" "}
              <span class="muted">{issueWords(bar)}</span>
            </td>
            <td class="right nowrap">{bar.end && busyWords(Date.parse(bar.end) - Date.parse(bar.begin))}</td>
            <td class="right">{bar.cost === null ? "" : fineMoneyWords(bar.cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
