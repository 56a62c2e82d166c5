// Reviewers read the files in the working tree, and what they judge must be what is committed. A file of the implementation
// that differs from HEAD was changed by somebody else: the person says so, and it is committed before it is judged.

import type { RoundEnd } from "../../review/review-round.ts";
import { commitPaths, type PathsJob } from "../../work/commit-paths.ts";
import { type PhaseWork, stepName } from "../../work/phase-work.ts";
import { settleForeignChange } from "../../work/world.ts";
import type { Implementation } from "./implementation.ts";

type ForeignEnd = Extract<RoundEnd, { type: "foreign" }>;

export async function meetCode(
  work: PhaseWork,
  code: Implementation,
  round: number,
  foreign?: ForeignEnd,
): Promise<void> {
  if (foreign) await settleForeignChange(work, foreign.step, foreign.seen);
  for (const job of code.owed.splice(0)) await commitOwed(work, job);
  const paths = [...code.files].sort();
  const name = stepName(work, round, "code");
  const dirty = await work.run.step({ name, input: paths, work: () => work.ports.repository.dirty(paths) });
  if (dirty.length === 0) return;
  const text = `${dirty.join(", ")} ${dirty.length === 1 ? "was" : "were"} changed by somebody else since iflow committed.`;
  await work.run.wait([
    {
      type: "question",
      name: `${name}/changed`,
      topic: "foreign-change",
      text,
      options: [
        {
          value: "include",
          label: "Commit it as it is now and review that",
          hint: "or put it back first: git restore",
        },
      ],
    },
  ]);
  const message = work.run.head.config.commits.byHand.replaceAll("{phase}", work.phase);
  await commitOwed(work, { round, segment: "by-hand-commit", paths: dirty, message });
  for (const role of work.sessions.keys()) work.obstacles.set(role, "foreign-change");
}

/** The round was about this commit and these files; whatever changed meanwhile, nobody has judged. */
export async function isAsJudged(work: PhaseWork, code: Implementation, round: number): Promise<boolean> {
  const paths = [...code.files].sort();
  const expected = work.expected.head;
  const { head, dirty } = await work.run.step({
    name: stepName(work, round, "code-after"),
    input: { paths, expected },
    work: async () => ({
      head: (await work.ports.repository.where()).head ?? null,
      dirty: await work.ports.repository.dirty(paths),
    }),
  });
  return head === expected && dirty.length === 0;
}

/** What git refused before. Until it takes it, nobody could say which code was judged. */
async function commitOwed(work: PhaseWork, job: PathsJob): Promise<void> {
  for (;;) {
    const committed = await commitPaths(work, job);
    if (committed.status !== "failed") return;
    await work.run.wait([
      {
        type: "pause",
        name: stepName(work, job.round ?? 0, `${job.segment}-refused`),
        reason: "git-failed",
        text: `git does not take the commit of ${job.paths.join(", ")}.`,
        detail: committed.problem,
        fix: "clear that away, then: iflow continue",
      },
    ]);
  }
}
