// How long an author or fixer takes. "real" is the distribution of cycle times measured between 328 review commits of real
// features (quartiles 128, 204 and 351 s, nine in ten within 482 s, 70 % within 5 minutes, 97 % within an hour), drawn in
// equal strata, so that a handful of loops stands for all of it.
import { createRandom } from "./words.ts";

export type Gap = number | "real";

/** Loops that a row of real gaps is the mean of. */
const REAL_LOOPS = 3;

const QUANTILES: readonly (readonly [share: number, seconds: number])[] = [
  [0, 40],
  [0.25, 128],
  [0.5, 204],
  [0.7, 300],
  [0.75, 351],
  [0.9, 482],
  [0.97, 3600],
  [1, 7200],
];

/** One list of gaps for each loop that is run. */
export function gapsOf(gap: Gap, writings: number): number[][] {
  if (gap !== "real") return [Array.from({ length: writings }, () => gap)];
  const count = REAL_LOOPS * writings;
  const drawn = Array.from({ length: count }, (_, index) => secondsAt((index + 0.5) / count));
  const random = createRandom(`gaps ${writings}`);
  const mixed = drawn
    .map((seconds) => ({ seconds, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ seconds }) => seconds);
  return Array.from({ length: REAL_LOOPS }, (_, loop) => mixed.slice(loop * writings, (loop + 1) * writings));
}

function secondsAt(share: number): number {
  const above = QUANTILES.findIndex(([quantile]) => quantile > share);
  const [from = [0, 0], to = [1, 0]] = QUANTILES.slice(above - 1, above + 1);
  const part = (share - from[0]) / (to[0] - from[0]);
  return Math.round(from[1] * (to[1] / from[1]) ** part);
}
