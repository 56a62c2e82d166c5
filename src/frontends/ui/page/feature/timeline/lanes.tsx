import type { Bar, PhaseTimeline, TimelineLane } from "../../../view/model/feature.ts";
import { type FeatureAt, pathOf } from "../../logic/route.ts";
import { isResumed, VERDICTS } from "../../logic/state-words.ts";
import { shareAt, type TimeAxis, timeAxis } from "../../logic/time-axis.ts";
import { busyWords, clockWords, waitWords } from "../../logic/time-words.ts";
import { Icon } from "../../parts/icon.tsx";
import { now } from "../../state/clock.ts";
import { barWords, issueWords } from "./bar-words.ts";
import { LaneLegend } from "./lane-legend.tsx";

interface LanesOf {
  readonly at: FeatureAt;
  readonly timeline: PhaseTimeline;
  readonly from: string;
}

/** A lane for each role, a bar for each dispatch, as long as it worked. The table below says the same in words. */
export function Lanes({ at, timeline, from }: LanesOf) {
  const spans = timeline.lanes.flatMap(({ bars }) =>
    bars.map((bar) => ({ begin: Date.parse(bar.begin), end: endOf(bar) })),
  );
  const axis = timeAxis(spans, Date.parse(from));
  const lanes = timeline.lanes
    .map((lane) => ({ ...lane, bars: lane.bars.filter((bar) => endOf(bar) >= Date.parse(from)) }))
    .filter(({ bars }) => bars.length > 0);
  return (
    <div class="timeline">
      <div class="lanes">
        <span class="lane-name small muted">role</span>
        <div class="track axis">
          {apart(axis, timeline.rounds).map(({ round, at: time }, place) => (
            <span
              key={round}
              class={`round-mark small muted ${shareAt(axis, Date.parse(time)) > 0.92 ? "late" : ""}`}
              style={{ left: `${100 * shareAt(axis, Date.parse(time))}%` }}
            >
              {place === 0 ? `round ${round}` : round}
            </span>
          ))}
        </div>
        <span class="small muted lane-busy">busy</span>
        {lanes.map((lane) => (
          <Lane key={lane.lane} at={at} lane={lane} axis={axis} rounds={timeline.rounds} />
        ))}
        <span />
        <div class="track axis" aria-hidden="true">
          {axis.ticks.map(({ time, share }) => (
            <span key={time} class="tick small muted" style={{ left: `${100 * share}%` }}>
              {clockWords(time)}
            </span>
          ))}
        </div>
        <span />
      </div>
      <LaneLegend />
    </div>
  );
}

/** Rounds whose numbers have room; the first is said in full. */
function apart(axis: TimeAxis, rounds: PhaseTimeline["rounds"]): PhaseTimeline["rounds"] {
  let free = 0;
  return rounds.filter(({ at }, place) => {
    const share = shareAt(axis, Date.parse(at));
    if (share < free) return false;
    free = share + (place === 0 ? 0.07 : 0.02);
    return true;
  });
}

interface LaneOf {
  readonly at: FeatureAt;
  readonly lane: TimelineLane;
  readonly axis: TimeAxis;
  readonly rounds: PhaseTimeline["rounds"];
}

function Lane({ at, lane: { lane, busyMs, bars }, axis, rounds }: LaneOf) {
  const working = bars.filter(({ end }) => end === null);
  const busy = working.reduce((sum, bar) => sum + Math.max(0, endOf(bar) - Date.parse(bar.begin)), busyMs);
  return (
    <>
      <span class="lane-name cut">{lane}</span>
      <div class="track">
        {axis.breaks.map(({ share, milliseconds }) => (
          <i
            key={share}
            class="break"
            style={{ left: `${100 * share}%` }}
            title={`nothing worked for ${waitWords(milliseconds)}`}
          />
        ))}
        {rounds.map(({ round, at: time }) => (
          <i key={round} class="round-line" style={{ left: `${100 * shareAt(axis, Date.parse(time))}%` }} />
        ))}
        {bars.map((bar) => (
          <BarMark key={bar.step} at={at} bar={bar} axis={axis} />
        ))}
      </div>
      <span class="lane-busy small">{busyWords(busy)}</span>
    </>
  );
}

function BarMark({ at, bar, axis }: { readonly at: FeatureAt; readonly bar: Bar; readonly axis: TimeAxis }) {
  const left = shareAt(axis, Date.parse(bar.begin));
  const width = shareAt(axis, endOf(bar)) - left;
  const words = barWords(bar);
  const looks = {
    class: `bar ${lookOf(bar)} ${bar.verdict ?? bar.status}`,
    style: { left: `min(${100 * left}%, 100% - 6px)`, width: `${100 * width}%` },
    title: words,
  };
  const inside = (
    <>
      <span class="bar-about cut">{issueWords(bar) || bar.about}</span>
      {bar.verdict && <Icon name={VERDICTS[bar.verdict].icon} />}
      <span class="unseen">{words}</span>
    </>
  );
  if (bar.dispatch === null) return <span {...looks}>{inside}</span>;
  return (
    <a {...looks} href={pathOf("dispatch", { ...at, number: bar.dispatch })}>
      {inside}
    </a>
  );
}

function endOf({ end }: Bar): number {
  return end === null ? now.value : Date.parse(end);
}

function lookOf({ kind, isFinal }: Bar): string {
  if (kind === "check") return "engine";
  if (isFinal) return "final";
  return isResumed(kind) ? "resumed" : "fresh";
}
