// Reviewers read the files in the working tree, and what they judge must be what is committed. A file of the implementation
// that differs from HEAD was changed by somebody else: the person says so, and it is committed before it is judged.
import { commitPaths } from "./commit-paths.ts";
import type { Implementation } from "./implementation.ts";
import { type PhaseWork, stepName } from "./phase-work.ts";
import type { RoundEnd } from "./review-round.ts";
import { settleForeignChange } from "./world.ts";

type ForeignEnd = Extract<RoundEnd, { type: "foreign" }>;

export async function meetCode(
  work: PhaseWork,
  code: Implementation,
  round: number,
  foreign?: ForeignEnd,
): Promise<void> {
  if (foreign) await settleForeignChange(work, foreign.step, foreign.seen);
  await commitRefused(work, code, round);
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
  const committed = await commitPaths(work, { round, segment: "by-hand-commit", paths: dirty, message });
  if (committed.status === "failed") for (const path of dirty) code.uncommitted.add(path);
  for (const role of work.sessions.keys()) work.obstacles.set(role, "foreign-change");
  if (committed.status === "failed") await commitRefused(work, code, round);
}

/** Reviewers judge what is committed: what git refused is tried again, and the person is asked to look until it works. */
async function commitRefused(work: PhaseWork, code: Implementation, round: number): Promise<void> {
  for (let attempt = 1; code.uncommitted.size > 0; attempt++) {
    const paths = [...code.uncommitted].sort();
    const message = work.run.head.config.commits.byHand
      .replaceAll("edited by hand", "changes")
      .replaceAll("{phase}", work.phase);
    const committed = await commitPaths(work, { round, segment: "refused-commit", paths, message });
    if (committed.status !== "failed") return code.uncommitted.clear();
    await work.run.wait([
      {
        type: "pause",
        name: stepName(work, round, `refused-commit/${attempt}`),
        reason: "git-failed",
        text: `git refuses to commit ${paths.join(", ")}, and reviewers judge what is committed.`,
        detail: committed.problem,
        fix: "do what git asks for, then: iflow continue",
      },
    ]);
  }
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
