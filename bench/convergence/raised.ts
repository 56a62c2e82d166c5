// Which issues of a loop are new and which were there before, by the product's own rule (src/domain/review/register/same-issue.ts).
// The rule misses about as many as it finds, so *new* is counted too high, and with it what a rule would have missed.

import { isSameIssue, type Worded, wordsOfIssue } from "../../src/domain/review/register/same-issue.ts";
import type { RoleIssue } from "../../src/domain/review/review-loop.ts";
import type { Round } from "./round.ts";

export interface Raised {
  /** How many different blockers the loop had. */
  readonly blockers: number;
  /** For each round the blockers in it, as numbers that stay the same when one comes back. */
  readonly inRound: readonly ReadonlySet<number>[];
  /** The round (from 0) in which each blocker came first, by its number. */
  readonly firstAt: readonly number[];
  /** After the first round, issues of any severity. */
  readonly fresh: number;
  readonly repeated: number;
}

interface Known {
  readonly words: Worded;
  /** Undefined when it was no blocker. */
  readonly blocker: number | undefined;
}

/** A loop with more is no real one; looking back further would take time squared. */
const LOOKED_AT = 150;

export function raisedIn(rounds: readonly Round[]): Raised {
  const known: Known[] = [];
  const inRound: Set<number>[] = [];
  const firstAt: number[] = [];
  let [fresh, repeated] = [0, 0];
  for (const [at, round] of rounds.entries()) {
    const before = known.slice(-LOOKED_AT);
    const here = new Set<number>();
    for (const issue of round.issues) {
      const words = wordsOfIssue(issue);
      const same = before.filter((one) => isSameIssue(one.words, words));
      if (at > 0 && same.length > 0) repeated += 1;
      else if (at > 0) fresh += 1;
      known.push({ words, blocker: isBlocker(issue) ? numberOf(same, here, firstAt, at) : undefined });
    }
    // what the decision counts beyond the list has no words: it can be no other than new
    for (let unlisted = round.issues.filter(isBlocker).length; unlisted < round.blockers; unlisted += 1) {
      here.add(firstAt.push(at) - 1);
    }
    inRound.push(here);
  }
  return { blockers: firstAt.length, inRound, firstAt, fresh, repeated };
}

function isBlocker({ severity }: RoleIssue): boolean {
  return severity === "blocker";
}

/** A blocker that was only a warning before comes first as a blocker here. */
function numberOf(same: readonly Known[], here: Set<number>, firstAt: number[], at: number): number {
  const earlier = same.find(({ blocker }) => blocker !== undefined && !here.has(blocker))?.blocker;
  const number = earlier ?? firstAt.push(at) - 1;
  here.add(number);
  return number;
}
