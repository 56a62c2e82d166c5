import type { FeatureRef, LaneView } from "../../../view/model/common.ts";
import { freshLane, laneKey } from "../../logic/live-lanes.ts";
import { tokenWords } from "../../logic/number-words.ts";
import { kindWords } from "../../logic/state-words.ts";
import { busyWords } from "../../logic/time-words.ts";
import { second } from "../../state/clock.ts";
import { laneBook } from "../../state/live.ts";

/** What works on a feature this second. */
export function LaneRows({ feature, lanes }: { readonly feature: FeatureRef; readonly lanes: readonly LaneView[] }) {
  return (
    <ul class="rows tight">
      {lanes.map((lane) => (
        <LaneRow key={lane.step} feature={feature} lane={lane} />
      ))}
    </ul>
  );
}

function LaneRow({ feature, lane: gathered }: { readonly feature: FeatureRef; readonly lane: LaneView }) {
  const lane = freshLane(gathered, laneBook.value.get(laneKey(feature.repo, feature.key, gathered.step)));
  const words = [
    lane.kind && kindWords(lane.kind),
    lane.last || (lane.doing === lane.lane.replaceAll("-", " ") ? "" : lane.doing),
    lane.tokens && `${tokenWords(lane.tokens)} tokens`,
  ];
  return (
    <li>
      <span class="dot live" aria-hidden="true" />
      <span class="cut">{lane.lane}</span>
      <Busy since={lane.since} />
      <span class="second cut">{words.filter(Boolean).join(" · ")}</span>
    </li>
  );
}

/** Alone, so that a second redraws a number and nothing else. */
function Busy({ since }: { readonly since: string }) {
  return <span class="when">{busyWords(second.value - Date.parse(since))}</span>;
}
