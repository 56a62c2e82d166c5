import type { KindRow } from "../../view/model/money.ts";
import { moneyWords } from "../logic/number-words.ts";
import { type SharePart, Swatch } from "../parts/charts/share-bar.tsx";

const KINDS: readonly {
  readonly kind: "author" | "reviewer" | "researcher" | "worker";
  readonly look: SharePart["look"];
}[] = [
  { kind: "author", look: "mid" },
  { kind: "reviewer", look: "strong" },
  { kind: "researcher", look: "hatched" },
  { kind: "worker", look: "edge" },
];

/** A table whose first number is drawn: who was paid in which phase. */
export function KindBars({ kinds }: { readonly kinds: readonly KindRow[] }) {
  const most = Math.max(0.0001, ...kinds.map(({ cost }) => cost));
  return (
    <section class="card padded-all" aria-labelledby="kinds">
      <h2 id="kinds">By phase and kind of role</h2>
      <p class="share-legend small" aria-hidden="true">
        {KINDS.map(({ kind, look }) => (
          <span key={kind}>
            <Swatch look={look} /> {kind}
          </span>
        ))}
      </p>
      <table class="kinds">
        <thead>
          <tr>
            <th scope="col">phase</th>
            <th scope="col">
              <span class="unseen">author, reviewer, researcher, worker</span>
            </th>
            <th scope="col" class="right">
              cost
            </th>
            <th scope="col" class="right">
              if fresh
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((row) => (
            <tr key={row.phase}>
              <th scope="row">{row.phase}</th>
              <td class="kind-bar">
                <span class="unseen">{KINDS.map(({ kind }) => `${kind} ${moneyWords(row[kind])}`).join(", ")}</span>
                <RowBar row={row} most={most} />
              </td>
              <td class="right strong">{moneyWords(row.cost)}</td>
              <td class="right muted">{moneyWords(row.freshCost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RowBar({ row, most }: { readonly row: KindRow; readonly most: number }) {
  let before = 0;
  return (
    <svg aria-hidden="true">
      {KINDS.map(({ kind, look }) => {
        const x = before;
        before += row[kind];
        return (
          <rect
            key={kind}
            class={look}
            x={`${(100 * x) / most}%`}
            width={`${(100 * row[kind]) / most}%`}
            height="100%"
            rx="1.5"
          />
        );
      })}
    </svg>
  );
}
