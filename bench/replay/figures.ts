// Figures of many rounds. NFR1: what a resumed reviewer is sent is shorter than what it was sent first. NFR3: five rounds,
// of which four are like this one, stay under half of five fresh ones. Literal: the prompts' characters. Content: with what
// a prompt makes a reviewer read, which is new to the conversation only when it is fresh.
import type { DiffForm } from "../../src/ports/git/repository.ts";
import type { Guard, Round } from "./rounds.ts";

export interface Figures {
  readonly loops: number;
  readonly rounds: number;
  readonly resumedShare: number;
  readonly resumedShareCompact: number;
  /** Means of the characters one later round sends: all fresh, and as the guard decides. */
  readonly freshChars: number;
  readonly sentChars: number;
  readonly nfr1: Measure<{ readonly holds: number }>;
  readonly nfr3: Measure<Spread>;
  /** The same on content, with compact diffs. */
  readonly nfr3Compact: Spread;
  /** Characters of a compact resumed prompt against a plain one, at the median. */
  readonly compactRatio: number;
}

interface Measure<Value> {
  readonly literal: Value;
  readonly content: Value;
}

interface Spread {
  readonly median: number;
  /** Share of loops under it. */
  readonly under50: number;
  readonly under40: number;
}

export function figuresOf(loops: readonly (readonly Round[])[], guard: Guard): Figures {
  const rounds = loops.flat();
  const isResumed = ({ resumed }: Round, form: DiffForm) => resumed[form].allowed[guard];
  const sent = (round: Round, form: DiffForm) =>
    isResumed(round, form) ? round.resumed[form].chars : round.freshContent;
  return {
    loops: loops.length,
    rounds: rounds.length,
    resumedShare: share(rounds, (round) => isResumed(round, "plain")),
    resumedShareCompact: share(rounds, (round) => isResumed(round, "compact")),
    freshChars: mean(rounds.map(({ freshContent }) => freshContent)),
    sentChars: mean(rounds.map((round) => sent(round, "plain"))),
    nfr1: {
      literal: { holds: share(rounds, ({ resumed, firstPrompt }) => resumed.plain.chars < firstPrompt) },
      content: { holds: share(rounds, ({ resumed, firstContent }) => resumed.plain.chars < firstContent) },
    },
    nfr3: {
      literal: spread(
        loops.map((loop) =>
          fiveRounds(
            loop,
            (round) => (isResumed(round, "plain") ? round.resumed.plain.chars : round.freshPrompt),
            ({ firstPrompt, freshPrompt }) => [firstPrompt, freshPrompt],
          ),
        ),
      ),
      content: spread(loops.map((loop) => onContent(loop, (round) => sent(round, "plain")))),
    },
    nfr3Compact: spread(loops.map((loop) => onContent(loop, (round) => sent(round, "compact")))),
    compactRatio: median(rounds.map(({ resumed }) => resumed.compact.chars / resumed.plain.chars)),
  };
}

function onContent(loop: readonly Round[], sent: (round: Round) => number): number {
  return fiveRounds(loop, sent, ({ firstContent, freshContent }) => [firstContent, freshContent]);
}

/** One first round and four like the loop's own, against five fresh ones. */
function fiveRounds(
  loop: readonly Round[],
  sent: (round: Round) => number,
  fresh: (round: Round) => readonly [first: number, again: number],
): number {
  const first = mean(loop.map((round) => fresh(round)[0]));
  const again = mean(loop.map((round) => fresh(round)[1]));
  return (first + 4 * mean(loop.map(sent))) / (first + 4 * again);
}

function spread(ratios: readonly number[]): Spread {
  return {
    median: median(ratios),
    under50: share(ratios, (ratio) => ratio < 0.5),
    under40: share(ratios, (ratio) => ratio < 0.4),
  };
}

function share<Item>(items: readonly Item[], is: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(is).length / items.length;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / Math.max(1, figures.length);
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
