// Reviewers read the files in the working tree, and what they judge must be what is committed. A file of the
// implementation that differs from HEAD was changed by somebody else: the person confirms it, and it is committed
// before it is judged.
import type { RoundEnd } from "../../../review/loop/review-round.ts";
import { commitPaths, type PathsJob } from "../../../work/commit-paths.ts";
import type { Parts, PhaseRun } from "../../../work/state/phase-run.ts";
import { askPerson, pauseFor } from "../../../work/wait-for.ts";
import { settleForeignChange } from "../../../work/world.ts";
import type { Implementation } from "./implementation.ts";

type ForeignEnd = Extract<RoundEnd, { type: "foreign" }>;

export async function commitForeignEdits(
  phase: PhaseRun,
  code: Implementation,
  round: number,
  foreign?: ForeignEnd,
): Promise<void> {
  if (foreign) await settleForeignChange(phase, foreign.step, foreign.seen);
  for (const job of code.takeOwedCommits()) await commitOwed(phase, job);
  const paths = code.files;
  const name = phase.steps.next(round, "code");
  const dirty = await phase.run.step({ name, input: paths, work: () => phase.ports.repository.dirty(paths) });
  if (dirty.length === 0) return;
  const text = `${dirty.join(", ")} ${dirty.length === 1 ? "was" : "were"} changed by somebody else since iflow committed.`;
  await askPerson(phase, {
    name: `${name}/changed`,
    topic: "foreign-change",
    text,
    options: [
      {
        value: "include",
        label: "Commit it as it is now and review that",
        hint: "or restore it first: git restore",
      },
    ],
  });
  const message = phase.run.head.config.commits.byHand.replaceAll("{phase}", phase.name);
  await commitOwed(phase, { round, segment: "by-hand-commit", paths: dirty, message });
  phase.sessions.requireFresh(phase.sessions.roles(), "foreign-change");
}

/** Somebody changed the code, or committed to the branch, while the run had stopped. */
export async function hasChanged(
  phase: Parts<"feature" | "ports" | "run" | "steps" | "world">,
  code: Implementation,
  round: number,
): Promise<boolean> {
  const expected = phase.world.expected.head;
  return phase.run.step({
    name: phase.steps.next(round, "stopped-code"),
    input: { paths: code.files, expected },
    work: async () => {
      const { repository } = phase.ports;
      const { branch, head } = await repository.where();
      const isElsewhere = branch !== phase.feature.branch; // asked about before the next step
      return !isElsewhere && (head !== expected || (await repository.dirty(code.files)).length > 0);
    },
  });
}

/** The round was about this commit and these files; anything that changed meanwhile has not been judged. */
export async function isAsJudged(
  phase: Parts<"ports" | "run" | "steps" | "world">,
  code: Implementation,
  round: number,
): Promise<boolean> {
  const paths = code.files;
  const expected = phase.world.expected.head;
  const { head, dirty } = await phase.run.step({
    name: phase.steps.next(round, "code-after"),
    input: { paths, expected },
    work: async () => ({
      head: (await phase.ports.repository.where()).head ?? null,
      dirty: await phase.ports.repository.dirty(paths),
    }),
  });
  return head === expected && dirty.length === 0;
}

/** Makes a commit that git refused before. Until git accepts it, it is not certain which code was judged. */
export async function commitOwed(phase: PhaseRun, job: PathsJob): Promise<void> {
  for (;;) {
    const committed = await commitPaths(phase, job);
    if (committed.status !== "failed") return;
    await pauseFor(phase, {
      name: phase.steps.next(job.round ?? 0, `${job.segment}-refused`),
      reason: "git-failed",
      text: `git refused to commit ${job.paths.join(", ")}.`,
      detail: committed.problem,
      fix: "fix that, then: iflow continue",
    });
  }
}
