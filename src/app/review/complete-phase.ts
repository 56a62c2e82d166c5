// Completion: `.meta.json` is brought up to date and one commit, with the user's hooks, holds exactly the artifact, the
// meta file and the history. Approval is bound to content: the committed bytes must be the judged bytes.

import { completePhase as completedMeta, parseMeta, printMeta } from "../../domain/feature/feature-meta.ts";
import { isPhase } from "../../domain/feature/phase.ts";
import { skippedBefore } from "../../domain/feature/transition.ts";
import { printIssue } from "../../domain/review/issue-text.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { noteReviewed } from "../knowledge/hand-over-memories.ts";
import { foundCommit } from "../work/commit-paths.ts";
import { settleGitSettings } from "../work/git-settings.ts";
import { historyPath, writeHistory } from "../work/history.ts";
import { pauseFor } from "../work/pause-for.ts";
import type { PhaseRun } from "../work/phase-run.ts";
import { metaPath, whenUndisturbed } from "../work/world.ts";
import type { LoopEnd } from "./drive-loop.ts";

export interface Completion {
  readonly startedAt: string;
  readonly review: LoopEnd;
  /** The second loop; code has one only. */
  readonly handoff?: LoopEnd;
}

type CompletionResult =
  | {
      readonly status: "committed";
      readonly sha: string;
      readonly blob: string | null;
      readonly meta: string | null;
    }
  | { readonly status: "refused"; readonly output: string }
  /** The text is no longer the judged one: it goes back to the reviewers. */
  | { readonly status: "outdated" };

/** `hook-changed`: the commit stands, but a hook has changed the text, which is to be judged again. */
export type Completed = "completed" | "outdated" | "hook-changed";

export async function completePhase(phase: PhaseRun, completion: Completion): Promise<Completed> {
  await writeHistory(phase, 0, "history");
  await settleGitSettings(phase);
  for (let attempt = 1; ; attempt++) {
    const result = await commitCompletion(phase, completion);
    if (result.status === "outdated") return "outdated";
    if (result.status === "committed") {
      const { sha: head, blob, meta } = result;
      phase.world.committed(head, { blob, meta });
      if (phase.name === "implement") phase.history.judge(blob);
      if (blob === phase.history.judged) return "completed";
      phase.history.judge(null);
      return "hook-changed";
    }
    await pauseFor(phase, {
      name: phase.steps.place(0, `complete/refused/${attempt}`),
      reason: "not-approved",
      text: `${phase.name} is approved, but git refused the completion commit; the phase is not completed.`,
      detail: result.output,
      fix: "do what the hook asks for, then: iflow continue",
    });
  }
}

async function commitCompletion(phase: PhaseRun, completion: Completion): Promise<CompletionResult> {
  const { commits, repository, emit } = phase.ports;
  const message = `phase(${phase.name}): ${phase.feature.slug} - approved`;
  // nobody judges the log of an implementation; its code is judged as it stands committed already
  const isJudged = (blob: string | null) => phase.name === "implement" || blob === phase.history.judged;
  const judged = phase.history.judged;
  const request = (step: string) => ({
    branch: phase.feature.branch,
    paths: [phase.artifact, metaPath(phase), historyPath(phase)],
    message,
    step,
    since: phase.run.head.base,
  });
  const committed = async (step: string, sha: string): Promise<Extract<CompletionResult, { status: "committed" }>> => {
    const blob = (await repository.blobAt(sha, phase.artifact)) ?? null;
    const head = isJudged(blob) ? sha : await reopen(phase, step);
    if (isJudged(blob)) await noteReviewed(phase, completion.review.rounds);
    return { status: "committed", sha: head, blob, meta: (await repository.blobAt(head, metaPath(phase))) ?? null };
  };
  return whenUndisturbed<CompletionResult>(phase, {
    round: 0,
    segment: "complete",
    input: [judged, reviewerNotes(completion.review), reviewerNotes(completion.handoff)],
    found: async (step) => {
      const sha = await foundCommit(phase, request(step), (again) => commits.commitWithHooks(again));
      if (sha !== undefined) return committed(step, sha);
      await putBack(phase); // a killed attempt may have written what was never committed
      return undefined;
    },
    work: async (step) => {
      if (!isJudged(phase.world.expected.blob)) return { status: "outdated" };
      const result = await withCompletedMeta(phase, completion, () => commits.commitWithHooks(request(step)));
      if (result.status === "refused") return { status: "refused", output: result.output };
      emit({ type: "commit-made", sha: result.sha, message });
      const end = await committed(step, result.sha);
      if (isJudged(end.blob)) tellCompleted(phase, completion);
      else
        emit({
          type: "warned",
          text: `a commit hook changed ${phase.artifact}; the changed text is reviewed before ${phase.name} counts as approved`,
        });
      return end;
    },
  });
}

/** A hook changed the text: that commit stands, but the branch may not say "completed". */
async function reopen(phase: PhaseRun, step: string): Promise<string> {
  const { repository, commits, tree } = phase.ports;
  const path = metaPath(phase);
  await tree.write(path, (await repository.show(phase.world.expected.head ?? phase.run.head.base, path)) ?? "{}\n");
  const { sha } = await commits.commitFiles({
    branch: phase.feature.branch,
    paths: [path],
    message: `iflow: ${phase.name} reopened`,
    step: `${step}/reopen`,
    since: phase.run.head.base,
  });
  return sha;
}

/** Nothing may say "completed" before it is: unless the commit stands, `.meta.json` is put back. */
async function withCompletedMeta<T extends { readonly status: string }>(
  phase: PhaseRun,
  completion: Completion,
  commit: () => Promise<T>,
): Promise<T> {
  const { tree, clock } = phase.ports;
  const path = metaPath(phase);
  const before = await metaBefore(phase);
  await tree.write(path, nextMeta(before, path, phase, completion, clock.now().toISOString()));
  let isDone = false;
  try {
    const result = await commit();
    isDone = result.status !== "refused";
    return result;
  } finally {
    if (!isDone) await tree.write(path, before);
  }
}

/** As it was before this completion. */
async function metaBefore(phase: PhaseRun): Promise<string> {
  const inTree = (await phase.ports.tree.read(metaPath(phase))) ?? "";
  await phase.run.folder.write(keptMeta(phase), inTree);
  return inTree;
}

async function putBack(phase: PhaseRun): Promise<void> {
  const { tree } = phase.ports;
  const path = metaPath(phase);
  const kept = await phase.run.folder.read(keptMeta(phase));
  if (kept !== undefined && isCompletedBy(phase, (await tree.read(path)) ?? "")) await tree.write(path, kept);
}

const keptMeta = (phase: PhaseRun): string => `meta-before-completion-${phase.steps.epoch}.json`;

function isCompletedBy({ name, run }: PhaseRun, meta: string): boolean {
  const parsed = parseMeta(meta);
  if (!parsed.ok || parsed.meta.lastCompletedPhase !== name) return false;
  return (parsed.meta.phases?.[name]?.completed ?? "") >= run.head.createdAt;
}

function tellCompleted(phase: PhaseRun, { review, handoff }: Completion): void {
  phase.ports.emit({
    type: "phase-completed",
    feature: phase.feature.key,
    phase: phase.name,
    rounds: review.rounds + (handoff?.rounds ?? 0),
    notes: review.issues.length + (handoff?.issues.length ?? 0),
    path: phase.artifact,
  });
}

function nextMeta(
  before: string,
  path: string,
  phase: PhaseRun,
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
      phase: phase.name,
      started: startedAt,
      completed: now,
      iterations: review.rounds,
      reviewerNotes: reviewerNotes(review),
      ...(handoff && { handoff: { iterations: handoff.rounds, reviewerNotes: reviewerNotes(handoff) } }),
      skipped: isPhase(phase.name) ? skippedBefore(phase.name, parsed.meta.lastCompletedPhase ?? null) : [],
      deferred: phase.sessions.whyDeferred(),
    }),
  );
}

function reviewerNotes(end: LoopEnd | undefined): string[] {
  return !end || end.outcome === "approved" ? [] : end.issues.map((issue) => printIssue(issue).replace(/^- /, ""));
}
