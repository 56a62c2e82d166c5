import type { ForecastView } from "../../view/model/new-feature.ts";
import { countWords, rangeWords } from "../logic/number-words.ts";
import { waitWords } from "../logic/time-words.ts";
import { ViewGate } from "../parts/view-gate.tsx";
import { useLook } from "../state/use-look.ts";

interface ForecastOf {
  readonly repo: string;
  readonly runtime: string | undefined;
  readonly depth: string | undefined;
  /** The budget it would have. */
  readonly limit: number | null;
}

export function ForecastCard({ repo, runtime, depth, limit }: ForecastOf) {
  const shown = useLook("forecast", {}, { repo, runtime, depth });
  return (
    <aside class="card forecast" aria-label="What it is expected to cost">
      <h2>Expected</h2>
      <ViewGate shown={shown}>{(view) => <Expected view={view} limit={limit} />}</ViewGate>
    </aside>
  );
}

function Expected({ view, limit }: { readonly view: ForecastView; readonly limit: number | null }) {
  const { dollars, minutes, basis, features } = view;
  const isSmall = dollars !== null && limit !== null && limit < dollars.high;
  const [from, to] = [waitWords(minutes.low * 60_000), waitWords(minutes.high * 60_000)];
  return (
    <>
      <p class="stat">{dollars ? rangeWords(dollars) : "no known price"}</p>
      <p class="muted">{from === to ? from : `${from} to ${to}`} of work, without the time you take to answer</p>
      {isSmall && <p class="warn">The budget is below the upper end: it may pause on the way.</p>}
      <p class="muted small">
        {basis === "features"
          ? `From ${countWords(features, "earlier feature")} of this repository.`
          : "From the price table: this repository has too few features to go by."}
      </p>
    </>
  );
}
