// Which rule follows from the figures, and whether it would have followed from half of them.
import { frontierOf, type Row } from "./frontier.ts";
import type { ReviewLoop } from "./loops.ts";
import { STRICT } from "./rules.ts";

/** More of the blockers than this may not be lost, at the upper end of the interval. */
export const MOST_LOST = 0.05;
/** An interval over fewer features is too narrow to be believed. */
export const FEWEST_FEATURES = 10;

/** Of the rules that lose little for certain, the one that saves most rounds; the strict one if there is none. */
export function recommend(rows: readonly Row[], features: number): string {
  if (features < FEWEST_FEATURES) return STRICT.name;
  const safe = rows.filter(({ lost }) => lost.high < MOST_LOST);
  const [best] = safe.toSorted((a, b) => b.saved.part - a.saved.part || a.lost.part - b.lost.part);
  return best?.rule ?? STRICT.name;
}

export interface HeldOut {
  readonly rule: string;
  /** What the rule does on the half that it was not chosen on. */
  readonly saved: number;
  readonly lost: number;
}

/** Chosen on every other feature and held against the rest, and the other way round. Too few features: nothing. */
export function holdOut(features: readonly (readonly ReviewLoop[])[]): HeldOut[] {
  if (features.length < 2 * FEWEST_FEATURES) return [];
  const one = features.filter((_, at) => at % 2 === 0);
  const other = features.filter((_, at) => at % 2 === 1);
  const [rows, otherRows] = [frontierOf(one), frontierOf(other)];
  return [heldAgainst(recommend(rows, one.length), otherRows), heldAgainst(recommend(otherRows, other.length), rows)];
}

function heldAgainst(rule: string, rows: readonly Row[]): HeldOut {
  const row = rows.find((own) => own.rule === rule);
  return { rule, saved: row?.saved.share ?? 0, lost: row?.lost.share ?? 0 };
}
