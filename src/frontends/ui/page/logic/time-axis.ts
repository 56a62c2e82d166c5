// The time axis of a timeline. Only time in which something worked has its length on it: hours of waiting for an answer are a
// narrow break with their length beside it, or nobody could see the minutes of work.

export interface Span {
  readonly begin: number;
  readonly end: number;
}

export interface TimeAxis {
  readonly pieces: readonly (Span & { readonly left: number; readonly right: number })[];
  /** Full steps of the clock, few of them, with their shares. */
  readonly ticks: readonly { readonly time: number; readonly share: number }[];
  readonly breaks: readonly { readonly share: number; readonly milliseconds: number }[];
}

const MINUTE = 60_000;
const SHORTEST = 2000;
/** Shares of the time that was worked: what is longer is a break, and how wide that is. */
const LONG = 0.25;
const BREAK = 0.025;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440].map((minutes) => minutes * MINUTE);
const MOST_TICKS = 6;

/** `spans`: when something worked, in any order; what ends before `from` is left out. */
export function timeAxis(spans: readonly Span[], from = Number.NEGATIVE_INFINITY): TimeAxis {
  const worked = joined(
    spans.filter(({ end }) => end >= from).map(({ begin, end }) => ({ begin: Math.max(begin, from), end })),
  );
  const busy = Math.max(
    SHORTEST,
    worked.reduce((sum, { begin, end }) => sum + end - begin, 0),
  );
  const stretches = joined(worked, LONG * busy);
  const length = Math.max(
    SHORTEST,
    stretches.reduce((sum, { begin, end }) => sum + end - begin, 0),
  );
  const whole = 1 - BREAK * Math.max(0, stretches.length - 1);
  let left = 0;
  const pieces = stretches.map(({ begin, end }) => {
    const right = left + ((end - begin) / length) * whole;
    const piece = { begin, end, left, right };
    left = right + BREAK;
    return piece;
  });
  const breaks = pieces.slice(1).map(({ begin, left: share }, at) => ({
    ...{ share: share - BREAK / 2, milliseconds: begin - (pieces[at]?.end ?? begin) },
  }));
  return { pieces, breaks, ticks: ticksOf(pieces, length) };
}

/** 0 at the left, 1 at the right; what lies outside is at the nearest edge. */
export function shareAt({ pieces }: Pick<TimeAxis, "pieces">, time: number): number {
  const piece = pieces.find(({ end }) => time <= end) ?? pieces.at(-1);
  if (!piece) return 0;
  const { begin, end, left, right } = piece;
  if (end === begin) return left;
  return left + Math.min(1, Math.max(0, (time - begin) / (end - begin))) * (right - left);
}

/** One after the other, those with less than `gap` between them as one. */
function joined(spans: readonly Span[], gap = 0): Span[] {
  const done: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.begin - other.begin)) {
    const last = done.at(-1);
    const isNear = last !== undefined && span.begin <= last.end + gap;
    if (isNear) done[done.length - 1] = { begin: last.begin, end: Math.max(last.end, span.end) };
    else done.push(span);
  }
  return done;
}

function ticksOf(pieces: TimeAxis["pieces"], length: number): TimeAxis["ticks"] {
  const step = STEPS.find((one) => length / one <= MOST_TICKS) ?? 1440 * MINUTE;
  const times = pieces.flatMap(({ begin, end }) => {
    const first = Math.ceil(begin / step) * step;
    return first > end
      ? []
      : Array.from({ length: Math.floor((end - first) / step) + 1 }, (_, at) => first + at * step);
  });
  return times.map((time) => ({ time, share: shareAt({ pieces }, time) }));
}
