// Completion: `.meta.json` is brought up to date and one commit, with the user's hooks, holds exactly the artifact, the
// meta file and the history. Approval is bound to content: the committed bytes must be the judged bytes.

import { IflowError } from "../domain/errors.ts";
import { completePhase as completedMeta, parseMeta, printMeta } from "../domain/feature-meta.ts";
import { printIssue } from "../domain/issue-text.ts";
import { foundCommit } from "./commit-artifact.ts";
import { historyPath, writeHistory } from "./history.ts";
import type { PhaseWork } from "./phase-work.ts";
import type { LoopEnd } from "./review-loop.ts";
import { look, whenUndisturbed } from "./world.ts";

export interface Completion {
  readonly startedAt: string;
  readonly review: LoopEnd;
  readonly handoff: LoopEnd;
}

type CompletionResult =
  | { readonly status: "committed"; readonly sha: string; readonly blob: string | null }
  | { readonly status: "refused"; readonly output: string };

export async function completePhase(work: PhaseWork, completion: Completion): Promise<void> {
  await writeHistory(work, 0, "history");
  for (;;) {
    const result = await commitCompletion(work, completion);
    if (result.status === "committed") {
      work.expected = { ...work.expected, head: result.sha, blob: result.blob };
      return;
    }
    await work.run.wait([
      {
        type: "pause",
        name: `${work.phase}/${work.epoch}/completion/${work.attempts.get(`${work.phase}/${work.epoch}/0/complete`)}/refused`,
        reason: "not-approved",
        text: `${work.phase} is approved, but git refused the completion commit; the phase is not completed.`,
        detail: result.output,
        fix: "do what the hook asks for, then: iflow continue",
      },
    ]);
  }
}

async function commitCompletion(work: PhaseWork, completion: Completion): Promise<CompletionResult> {
  const { commits, tree, clock, emit } = work.ports;
  const meta = `${work.feature.folder}/.meta.json`;
  const message = `phase(${work.phase}): ${work.feature.slug} - approved`;
  const judged = work.judged;
  const order = (step: string) => ({
    branch: work.feature.branch,
    paths: [work.artifact, meta, historyPath(work)],
    message,
    step,
    since: work.run.head.base,
  });
  return whenUndisturbed<CompletionResult>(work, {
    round: 0,
    segment: "complete",
    input: [judged, reviewerNotes(completion.review), reviewerNotes(completion.handoff)],
    found: async (step) => {
      const sha = await foundCommit(work, order(step), (again) => commits.commitWithHooks(again));
      return sha === undefined ? undefined : { status: "committed", sha, blob: (await look(work)).blob };
    },
    work: async (step) => {
      const before = await tree.read(meta);
      await tree.write(meta, nextMeta(before ?? "", meta, work, completion, clock.now().toISOString()));
      const result = await commits.commitWithHooks(order(step));
      if (result.status === "refused") {
        if (before !== undefined) await tree.write(meta, before); // nothing may say "completed" before it is
        return { status: "refused", output: result.output };
      }
      emit({ type: "commit-made", sha: result.sha, message });
      const { blob } = await look(work);
      if (blob !== judged) {
        emit({
          type: "warned",
          text: `a commit hook changed ${work.artifact}; the changed text is reviewed before ${work.phase} counts as approved`,
        });
        return { status: "committed", sha: result.sha, blob };
      }
      emit({
        type: "phase-completed",
        feature: work.feature.key,
        phase: work.phase,
        rounds: completion.review.rounds + completion.handoff.rounds,
        notes: completion.review.issues.length + completion.handoff.issues.length,
        path: work.artifact,
      });
      return { status: "committed", sha: result.sha, blob };
    },
  });
}

function nextMeta(
  before: string,
  path: string,
  work: PhaseWork,
  { startedAt, review, handoff }: Completion,
  now: string,
): string {
  const parsed = parseMeta(before);
  if (!parsed.ok) {
    throw new IflowError("meta-corrupt", `${path}: ${parsed.problem}`, {
      fix: `restore it, e.g. git restore --source=HEAD -- ${path}, then: iflow continue`,
    });
  }
  return printMeta(
    completedMeta(parsed.meta, {
      phase: work.phase,
      started: startedAt,
      completed: now,
      iterations: review.rounds,
      reviewerNotes: reviewerNotes(review),
      handoff: { iterations: handoff.rounds, reviewerNotes: reviewerNotes(handoff) },
    }),
  );
}

function reviewerNotes(end: LoopEnd): string[] {
  return end.outcome === "approved" ? [] : end.issues.map((issue) => printIssue(issue).replace(/^- /, ""));
}
