// When to stop a review loop: each rule looks at the rounds so far, as a program would that knows nothing of the rest.

/** What a rule can see of a round. */
export interface Judged {
  readonly blockers: number;
  readonly warnings: number;
  /** Nothing ends a loop at a round that nobody knows about, but a cap. */
  readonly isKnown: boolean;
}

export interface Rule {
  readonly name: string;
  /** Whether it ends the loop after the round at this place, counted from 0. */
  readonly stops: (rounds: readonly Judged[], at: number) => boolean;
}

const hasNoBlocker = (round: Judged | undefined): boolean => round?.isKnown === true && round.blockers === 0;
const isClean = (round: Judged | undefined): boolean => hasNoBlocker(round) && round?.warnings === 0;
const isTwice = (rounds: readonly Judged[], at: number) => hasNoBlocker(rounds[at]) && hasNoBlocker(rounds[at - 1]);
const capOf = (cap: number): Rule => ({ name: `cap of ${cap} rounds`, stops: (_, at) => at + 1 >= cap });

/** A clean round ends a loop under every rule, so that alone is the strict one. */
export const STRICT: Rule = { name: "strict (no blocker, no warning)", stops: () => false };

export const RULES: readonly Rule[] = [
  STRICT,
  {
    name: "no blocker, at most one warning",
    stops: (rounds, at) => hasNoBlocker(rounds[at]) && (rounds[at]?.warnings ?? 0) <= 1,
  },
  { name: "no blocker", stops: (rounds, at) => hasNoBlocker(rounds[at]) },
  { name: "no blocker twice in a row", stops: isTwice },
  // without texts nobody can say which issues lie in unchanged ones: that clause of the contract is left out
  { name: "contract", stops: (rounds, at) => isTwice(rounds, at) || (at >= 2 && hasNoBlocker(rounds[at])) },
  capOf(2),
  capOf(3),
  capOf(4),
  { name: "no fall of open issues twice", stops: hasNotFallenTwice },
];

/** How many rounds of a loop take place under a rule. */
export function roundsUnder({ stops }: Rule, rounds: readonly Judged[]): number {
  const last = rounds.findIndex((round, at) => isClean(round) || stops(rounds, at));
  return last === -1 ? rounds.length : last + 1;
}

function hasNotFallenTwice(rounds: readonly Judged[], at: number): boolean {
  const [first, second, third] = [rounds[at - 2], rounds[at - 1], rounds[at]];
  if (!first?.isKnown || !second?.isKnown || !third?.isKnown) return false;
  return openIn(second) >= openIn(first) && openIn(third) >= openIn(second);
}

/** Suggestions hold nothing up. */
export function openIn({ blockers, warnings }: Judged): number {
  return blockers + warnings;
}
