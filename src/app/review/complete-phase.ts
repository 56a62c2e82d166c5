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
import type { PhaseWork } from "../work/phase-work.ts";
import { metaPath, whenUndisturbed } from "../work/world.ts";
import type { LoopEnd } from "./review-loop.ts";

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

export async function completePhase(work: PhaseWork, completion: Completion): Promise<void> {
  await writeHistory(work, 0, "history");
  await settleGitSettings(work);
  for (let attempt = 1; ; attempt++) {
    const result = await commitCompletion(work, completion);
    if (result.status === "outdated") return;
    if (result.status === "committed") {
      const { sha: head, blob, meta } = result;
      work.expected = { ...work.expected, head, blob, meta };
      if (work.phase === "implement") work.judged = blob;
      if (blob !== work.judged) await giveUpOnHook(work);
      return;
    }
    await work.run.wait([
      {
        type: "pause",
        name: `${work.phase}/${work.epoch}/0/complete/refused/${attempt}`,
        reason: "not-approved",
        text: `${work.phase} is approved, but git refused the completion commit; the phase is not completed.`,
        detail: result.output,
        fix: "do what the hook asks for, then: iflow continue",
      },
    ]);
  }
}

/** One review more answers a hook that changed the text; a hook that does it every time would never end. */
async function giveUpOnHook(work: PhaseWork): Promise<void> {
  work.judged = null;
  work.hookChanges += 1;
  if (work.hookChanges < 2) return;
  await work.run.wait([
    {
      type: "pause",
      name: `${work.phase}/${work.epoch}/0/complete/hook`,
      reason: "not-approved",
      text: `a commit hook changes ${work.artifact} every time, so the committed text is never the judged one.`,
      fix: "keep the hook away from this file, then: iflow continue",
    },
  ]);
}

async function commitCompletion(work: PhaseWork, completion: Completion): Promise<CompletionResult> {
  const { commits, repository, emit } = work.ports;
  const message = `phase(${work.phase}): ${work.feature.slug} - approved`;
  // nobody judges the log of an implementation; its code is judged as it stands committed already
  const isJudged = (blob: string | null) => work.phase === "implement" || blob === work.judged;
  const judged = work.judged;
  const order = (step: string) => ({
    branch: work.feature.branch,
    paths: [work.artifact, metaPath(work), historyPath(work)],
    message,
    step,
    since: work.run.head.base,
  });
  const committed = async (step: string, sha: string): Promise<Extract<CompletionResult, { status: "committed" }>> => {
    const blob = (await repository.blobAt(sha, work.artifact)) ?? null;
    const head = isJudged(blob) ? sha : await reopen(work, step);
    if (isJudged(blob)) await noteReviewed(work, completion.review.rounds);
    return { status: "committed", sha: head, blob, meta: (await repository.blobAt(head, metaPath(work))) ?? null };
  };
  return whenUndisturbed<CompletionResult>(work, {
    round: 0,
    segment: "complete",
    input: [judged, reviewerNotes(completion.review), reviewerNotes(completion.handoff)],
    found: async (step) => {
      const sha = await foundCommit(work, order(step), (again) => commits.commitWithHooks(again));
      if (sha !== undefined) return committed(step, sha);
      await putBack(work); // a killed attempt may have written what was never committed
      return undefined;
    },
    work: async (step) => {
      if (!isJudged(work.expected.blob)) return { status: "outdated" };
      const result = await withCompletedMeta(work, completion, () => commits.commitWithHooks(order(step)));
      if (result.status === "refused") return { status: "refused", output: result.output };
      emit({ type: "commit-made", sha: result.sha, message });
      const end = await committed(step, result.sha);
      if (isJudged(end.blob)) tellCompleted(work, completion);
      else
        emit({
          type: "warned",
          text: `a commit hook changed ${work.artifact}; the changed text is reviewed before ${work.phase} counts as approved`,
        });
      return end;
    },
  });
}

/** A hook changed the text: that commit stands, but the branch may not say "completed". */
async function reopen(work: PhaseWork, step: string): Promise<string> {
  const { repository, commits, tree } = work.ports;
  const path = metaPath(work);
  await tree.write(path, (await repository.show(work.expected.head ?? work.run.head.base, path)) ?? "{}\n");
  const { sha } = await commits.commitFiles({
    branch: work.feature.branch,
    paths: [path],
    message: `iflow: ${work.phase} reopened`,
    step: `${step}/reopen`,
    since: work.run.head.base,
  });
  return sha;
}

/** Nothing may say "completed" before it is: unless the commit stands, `.meta.json` is put back. */
async function withCompletedMeta<T extends { readonly status: string }>(
  work: PhaseWork,
  completion: Completion,
  commit: () => Promise<T>,
): Promise<T> {
  const { tree, clock } = work.ports;
  const path = metaPath(work);
  const before = await metaBefore(work);
  await tree.write(path, nextMeta(before, path, work, completion, clock.now().toISOString()));
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
async function metaBefore(work: PhaseWork): Promise<string> {
  const inTree = (await work.ports.tree.read(metaPath(work))) ?? "";
  await work.run.folder.write(keptMeta(work), inTree);
  return inTree;
}

async function putBack(work: PhaseWork): Promise<void> {
  const { tree } = work.ports;
  const path = metaPath(work);
  const kept = await work.run.folder.read(keptMeta(work));
  if (kept !== undefined && isCompletedBy(work, (await tree.read(path)) ?? "")) await tree.write(path, kept);
}

const keptMeta = (work: PhaseWork): string => `meta-before-completion-${work.epoch}.json`;

function isCompletedBy({ phase, run }: PhaseWork, meta: string): boolean {
  const parsed = parseMeta(meta);
  if (!parsed.ok || parsed.meta.lastCompletedPhase !== phase) return false;
  return (parsed.meta.phases?.[phase]?.completed ?? "") >= run.head.createdAt;
}

function tellCompleted(work: PhaseWork, { review, handoff }: Completion): void {
  work.ports.emit({
    type: "phase-completed",
    feature: work.feature.key,
    phase: work.phase,
    rounds: review.rounds + (handoff?.rounds ?? 0),
    notes: review.issues.length + (handoff?.issues.length ?? 0),
    path: work.artifact,
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
      ...(handoff && { handoff: { iterations: handoff.rounds, reviewerNotes: reviewerNotes(handoff) } }),
      skipped: isPhase(work.phase) ? skippedBefore(work.phase, parsed.meta.lastCompletedPhase ?? null) : [],
      deferred: [...work.gates.values()].find(({ failure }) => failure !== null)?.failure,
    }),
  );
}

function reviewerNotes(end: LoopEnd | undefined): string[] {
  return !end || end.outcome === "approved" ? [] : end.issues.map((issue) => printIssue(issue).replace(/^- /, ""));
}
