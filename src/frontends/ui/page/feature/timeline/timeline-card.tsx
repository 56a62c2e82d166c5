import type { PhaseTimeline } from "../../../view/model/feature.ts";
import { countWords, moneyWords } from "../../logic/number-words.ts";
import { type FeatureAt, pathOf } from "../../logic/route.ts";
import { clockWords, momentWords } from "../../logic/time-words.ts";
import { ChoiceLinks } from "../../parts/choice-links.tsx";
import { Icon } from "../../parts/icon.tsx";
import { route } from "../../state/address.ts";
import { now } from "../../state/clock.ts";
import { Lanes } from "./lanes.tsx";
import { RoundTable } from "./round-table.tsx";

interface TimelineCardOf {
  readonly at: FeatureAt;
  /** Of one phase; one for each time that it ran. */
  readonly timelines: readonly PhaseTimeline[];
}

const isNarrow = matchMedia("(width <= 560px)").matches;

export function TimelineCard({ at, timelines }: TimelineCardOf) {
  const { query } = route.value;
  const timeline = timelines.find(({ run }) => run === query.run) ?? timelines.at(-1);
  if (!timeline) return null;
  if (timeline.lanes.length === 0) return null; // nobody has worked yet
  const firstRound = timeline.rounds[0];
  const hasReviews = firstRound !== undefined && firstRound.at > timeline.begin;
  const isZoomed = hasReviews && query.zoom === "reviews";
  const addressWith = (more: Record<string, string | undefined>) => pathOf("feature", at, { ...query, ...more });
  return (
    <section class="card" aria-labelledby="timeline">
      <div class="card-head">
        <h2 id="timeline">{timeline.phase}</h2>
        <p class="muted">{aboutOf(timeline)}</p>
        <div class="card-choices">
          {timelines.length > 1 && (
            <ChoiceLinks
              label="Which time"
              choices={timelines.map(({ run }, place) => ({
                ...{ label: `run ${place + 1}`, address: addressWith({ run }), isChosen: run === timeline.run },
              }))}
            />
          )}
          {hasReviews && (
            <ChoiceLinks
              label="Part of the time line"
              choices={[
                { label: "Whole", address: addressWith({ zoom: undefined }), isChosen: !isZoomed },
                { label: "Reviews", address: addressWith({ zoom: "reviews" }), isChosen: isZoomed },
              ]}
            />
          )}
        </div>
      </div>
      <Lanes
        at={{ ...at, key: timeline.feature }}
        timeline={timeline}
        from={isZoomed && firstRound ? firstRound.at : timeline.begin}
      />
      <details class="behind" open={isNarrow}>
        <summary>
          <Icon name="chevron" />
          The same as a table
        </summary>
        <RoundTable at={{ ...at, key: timeline.feature }} timeline={timeline} />
      </details>
    </section>
  );
}

function aboutOf({ begin, end, rounds, dispatches, notFresh, cost, freshCost }: PhaseTimeline): string {
  const day = momentWords(begin, now.value);
  const from = day === clockWords(begin) ? day : `${day} ${clockWords(begin)}`;
  const parts = [
    end === null ? `since ${from}` : `${from} to ${clockWords(end)}`,
    rounds.length > 0 && countWords(rounds.length, "round"),
    `${countWords(dispatches, "dispatch", "dispatches")}${notFresh > 0 ? `, ${notFresh} not fresh` : ""}`,
    cost !== null && `${moneyWords(cost)}${freshCost === null ? "" : `, if fresh ${moneyWords(freshCost)}`}`,
  ];
  return parts.filter(Boolean).join(" · ");
}
