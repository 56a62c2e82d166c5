// What each rule saves and what it loses, over recorded loops.
import { type Part, type Share, shareOf } from "./interval.ts";
import type { ReviewLoop } from "./loops.ts";
import { RULES, type Rule, roundsUnder } from "./rules.ts";

export interface Row {
  readonly rule: string;
  /** Of all rounds. */
  readonly saved: Share;
  /** Of all blockers, those first raised after the stop. */
  readonly later: Share;
  /** Of all blockers, those raised in the round that the rule stopped after: nobody judged their fix. */
  readonly open: Share;
  /** Both together. */
  readonly lost: Share;
  /** No other rule saves as much and loses less, or saves more and loses as little. */
  readonly isOnFrontier: boolean;
}

/** The loops of each feature; the rule that saves least comes first. */
export function frontierOf(features: readonly (readonly ReviewLoop[])[]): Row[] {
  const rows = RULES.map((rule) => {
    const played = features.map((loops) => sumOf(loops.map((loop) => replay(rule, loop))));
    const share = (part: (one: Replayed) => Part) => shareOf(played.map(part));
    return {
      rule: rule.name,
      saved: share(({ rounds, kept }) => ({ part: rounds - kept, whole: rounds })),
      later: share(({ later, blockers }) => ({ part: later, whole: blockers })),
      open: share(({ open, blockers }) => ({ part: open, whole: blockers })),
      lost: share(({ later, open, blockers }) => ({ part: later + open, whole: blockers })),
    };
  });
  return rows
    .map((row) => ({ ...row, isOnFrontier: !rows.some((other) => isBetter(other, row)) }))
    .sort((a, b) => a.saved.part - b.saved.part);
}

export interface Replayed {
  readonly rounds: number;
  readonly kept: number;
  /** Different ones. */
  readonly blockers: number;
  readonly later: number;
  readonly open: number;
}

export function replay(rule: Rule, { rounds, raised }: Pick<ReviewLoop, "rounds" | "raised">): Replayed {
  const kept = roundsUnder(rule, rounds);
  return {
    rounds: rounds.length,
    kept,
    blockers: raised.blockers,
    later: raised.firstAt.filter((at) => at >= kept).length,
    // what was open when a loop really ended is no rule's doing
    open: kept < rounds.length ? (raised.inRound[kept - 1]?.size ?? 0) : 0,
  };
}

function sumOf(parts: readonly Replayed[]): Replayed {
  const sum = (value: (one: Replayed) => number) => parts.reduce((total, one) => total + value(one), 0);
  return {
    ...{ rounds: sum(({ rounds }) => rounds), kept: sum(({ kept }) => kept) },
    ...{ blockers: sum(({ blockers }) => blockers), later: sum(({ later }) => later) },
    open: sum(({ open }) => open),
  };
}

type Figures = Pick<Row, "saved" | "lost">;

function isBetter(one: Figures, other: Figures): boolean {
  const isNoWorse = one.saved.part >= other.saved.part && one.lost.part <= other.lost.part;
  return isNoWorse && (one.saved.part > other.saved.part || one.lost.part < other.lost.part);
}
