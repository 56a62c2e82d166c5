// The rounds of a phase, as its reviewers' verdicts tell them.
import type { RunState, WorkState } from "./run-state.ts";

/** The round that works, or the last one; null before the first. */
export function roundOf({ works }: RunState): number | null {
  const round = Math.max(0, ...works.map((work) => work.round));
  return round === 0 ? null : round;
}

export interface OpenIssues {
  readonly round: number;
  readonly open: number;
  readonly blockers: number;
}

/** What was open after each round of its last loop: of every reviewer what its latest verdict left. */
export function issueTrend({ works }: RunState): OpenIssues[] {
  const latest = new Map<string, WorkState>();
  const rounds: OpenIssues[] = [];
  for (const work of works.filter(({ verdict, kind }) => verdict?.isReadable && kind !== "check")) {
    const before = rounds.at(-1);
    if (before && work.round < before.round) {
      rounds.length = 0; // the next loop counts from one again
      latest.clear();
    }
    latest.set(work.role, work);
    const left = [...latest.values()].flatMap(({ verdict }) => verdict?.open ?? []);
    const blockers = left.reduce((sum, one) => sum + one.blockers, 0);
    const open = left.reduce((sum, one) => sum + one.warnings, blockers);
    if (rounds.at(-1)?.round === work.round) rounds.pop();
    rounds.push({ round: work.round, open, blockers });
  }
  return rounds;
}
