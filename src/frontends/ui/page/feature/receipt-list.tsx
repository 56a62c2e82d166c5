import type { ReceiptView } from "../../view/model/feature.ts";
import { countWords } from "../logic/number-words.ts";
import type { Said } from "../logic/state-words.ts";
import { clockWords } from "../logic/time-words.ts";
import { Mark } from "../parts/tag.tsx";

const STATES: Readonly<Record<ReceiptView["state"], Said>> = {
  holds: { word: "holds", icon: "check", tone: "good" },
  fails: { word: "fails", icon: "cross", tone: "bad" },
  stale: { word: "stale", icon: "clock", tone: "warn" },
  none: { word: "no receipt", icon: "gone", tone: "plain" },
};

/** What of the specification was shown to hold, by which tests. */
export function ReceiptList({ receipts }: { readonly receipts: readonly ReceiptView[] }) {
  if (receipts.length === 0) return null;
  const holding = receipts.filter(({ state }) => state === "holds").length;
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts" class="rail-head">
        Receipts{" "}
        <span class="muted">
          {holding} of {receipts.length} hold
        </span>
      </h2>
      <ul class="rows">
        {receipts.map(({ criterion, state, why, tests, at }) => (
          <li key={criterion}>
            <Mark said={STATES[state]} />
            <span class="words">{criterion}</span>
            <span class={`when ${STATES[state].tone}`}>{STATES[state].word}</span>
            <span class="second words" title={tests.join("\n")}>
              {[why, tests.length > 0 && countWords(tests.length, "test"), at && clockWords(at)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
