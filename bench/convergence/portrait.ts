// What the loops look like before any rule is asked: how they converge, and how much of them can be told.
import type { ReviewLoop } from "./loops.ts";
import type { Round } from "./round.ts";
import { openIn } from "./rules.ts";

export interface Portrait {
  readonly loops: number;
  readonly longLoops: number;
  readonly rounds: number;
  readonly blockers: number;
  /** Each once, however often it came back. */
  readonly differentBlockers: number;
  readonly warnings: number;
  /** Means of all loops that had a round of this number; the last one holds all later rounds. */
  readonly byRound: readonly { readonly rounds: number; readonly blockers: number; readonly warnings: number }[];
  /** After the first round. */
  readonly fresh: number;
  readonly repeated: number;
  /** Loops in which some round had more open issues than the round before it. */
  readonly rises: number;
  /** Loops that had a round after one without blockers and warnings. */
  readonly reopened: number;
  /** Rounds that were not approved, without a word why. */
  readonly unknownRounds: number;
}

const COLUMNS = 6;

export function portraitOf(loops: readonly ReviewLoop[]): Portrait {
  const rounds = loops.flatMap((loop) => loop.rounds);
  const byRound = Array.from({ length: COLUMNS }, (_, at) =>
    loops.flatMap((loop) => (at === COLUMNS - 1 ? loop.rounds.slice(at) : loop.rounds.slice(at, at + 1))),
  );
  return {
    loops: loops.length,
    longLoops: loops.filter((loop) => loop.rounds.length > 1).length,
    rounds: rounds.length,
    blockers: sum(rounds, ({ blockers }) => blockers),
    differentBlockers: sum(loops, ({ raised }) => raised.blockers),
    warnings: sum(rounds, ({ warnings }) => warnings),
    byRound: byRound.map((own) => ({
      rounds: own.length,
      blockers: sum(own, ({ blockers }) => blockers) / Math.max(1, own.length),
      warnings: sum(own, ({ warnings }) => warnings) / Math.max(1, own.length),
    })),
    fresh: sum(loops, ({ raised }) => raised.fresh),
    repeated: sum(loops, ({ raised }) => raised.repeated),
    rises: loops.filter((loop) => loop.rounds.some(hasRisen)).length,
    reopened: loops.filter((loop) => loop.rounds.slice(0, -1).some((round) => round.isKnown && openIn(round) === 0))
      .length,
    unknownRounds: rounds.filter(({ isKnown }) => !isKnown).length,
  };
}

function hasRisen(round: Round, at: number, rounds: readonly Round[]): boolean {
  const before = rounds[at - 1];
  return before?.isKnown === true && round.isKnown && openIn(round) > openIn(before);
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
