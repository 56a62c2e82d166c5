// What was changed between two looks of the reviewers: from one commit of the engine to the next. Its steps say which phase and
// round a commit belongs to.
import type { LoggedCommit } from "../../../../ports/git/merging.ts";
import type { RoundChange } from "../model/feature.ts";

/** `log` is newest first. */
export function roundChanges(log: readonly LoggedCommit[]): RoundChange[] {
  const changes: RoundChange[] = [];
  let before: { readonly phase: string; readonly sha: string } | undefined;
  for (const { sha, subject, step } of log.toReversed()) {
    const [, phase = "", number, what = ""] = /^([a-z-]+)\/\d+\/(\d+)\/([a-z-]+)/.exec(step ?? "") ?? [];
    if (number === undefined) continue;
    if (!/^(?:draft|review|fix|check-repair|task|handoff)/.test(what)) continue;
    // what answers the issues of round 2 is what round 3 looks at
    const fromRound = Number(number);
    const isRevision = fromRound > 0 && !/^(?:draft|task)/.test(what);
    if (isRevision && before?.phase === phase)
      changes.push({ phase, fromRound, toRound: fromRound + 1, from: before.sha, to: sha, subject });
    before = { phase, sha };
  }
  return changes;
}
