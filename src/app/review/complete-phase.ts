// Completion: updates `.meta.json` and makes one commit, with the user's hooks, of exactly the artifact, the meta file
// and the history. Approval is bound to content: the committed bytes must be the judged bytes.

import { depthSentence } from "../../domain/feature/depth.ts";
import {
  completePhase as completedMeta,
  decideDepth,
  printMeta,
  withDecisions,
} from "../../domain/feature/meta/feature-meta.ts";
import { isPhase } from "../../domain/feature/phase.ts";
import { skippedBefore } from "../../domain/feature/transition.ts";
import { printReceipts, RECEIPTS_FILE, type Receipts } from "../../domain/receipts/receipt-file.ts";
import type { ChosenDepth } from "../../domain/review/depth-rules.ts";
import { printIssue } from "../../domain/review/register/issue-text.ts";
import { roundsTaken } from "../../domain/review/rounds-taken.ts";
import { thePhase } from "../../domain/run/events/work-words.ts";
import { noteReviewed } from "../knowledge/hand-over-memories.ts";
import { commitRequest } from "../work/commit-paths.ts";
import { settleGitSettings } from "../work/git-settings.ts";
import { historyPath, writeHistory } from "../work/history.ts";
import { requireMeta } from "../work/require-meta.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { pauseFor } from "../work/wait-for.ts";
import { metaPath } from "../work/world.ts";
import { commitCompletion, type Refused } from "./completion-commit.ts";
import type { LoopEnd, SettledLoop } from "./loop/reviewed.ts";

export interface Completion {
  readonly startedAt: string;
  /** Missing where nobody reviewed it, which is said. */
  readonly review?: SettledLoop;
  /** The second loop; code has only one loop. */
  readonly handoff?: SettledLoop;
  readonly receipts?: Receipts | undefined;
  /** What was decided in this phase about the feature's depth. */
  readonly depth?: ChosenDepth;
}

type CompletionResult =
  | {
      readonly status: "committed";
      readonly sha: string;
      readonly blob: string | null;
      readonly meta: string | null;
      /** For those who watch; missing in records of earlier versions. */
      readonly end?: ReturnType<typeof endOf>;
    }
  | Refused
  /** The text is no longer the one that was judged, so it goes back to the reviewers. */
  | { readonly status: "outdated" };

export type CompletedAs = "approved" | "accepted" | "completed";

/** A phase is approved only if every loop of it was; without a loop it is only completed. */
export function outcomeOf({ review, handoff }: Pick<Completion, "review" | "handoff">): CompletedAs {
  if (!review && !handoff) return "completed";
  return [review, handoff].every((end) => end === undefined || end.outcome === "approved") ? "approved" : "accepted";
}

const COMMIT_WORDS: Readonly<Record<CompletedAs, string>> = {
  approved: "approved",
  accepted: "accepted with open issues",
  completed: "completed without review",
};

/** `hook-changed`: the commit stands, but a hook changed the text, which must be judged again. */
export type Completed = "completed" | "outdated" | "hook-changed";

export async function completePhase(phase: PhaseRun, completion: Completion): Promise<Completed> {
  await writeHistory(phase, 0, "history");
  await settleGitSettings(phase);
  for (let attempt = 1; ; attempt++) {
    const result = await commitCompleted(phase, completion);
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
      text: `${thePhase(phase.name)} is ${outcomeOf(completion)}, but git refused the completion commit; the phase is not completed.`,
      detail: result.output,
      fix: "do what the hook asks for, then: iflow continue",
    });
  }
}

function commitCompleted(phase: PhaseRun, completion: Completion): Promise<CompletionResult> {
  const { repository, emit } = phase.ports;
  // An implementation's log is not judged; its code is judged as already committed.
  const isJudged = (blob: string | null) => phase.name === "implement" || blob === phase.history.judged;
  return commitCompletion<Exclude<CompletionResult, Refused>>(phase, {
    input: [phase.history.judged, reviewerNotes(completion.review), reviewerNotes(completion.handoff)],
    message: `phase(${phase.name}): ${phase.feature.slug} - ${COMMIT_WORDS[outcomeOf(completion)]}`,
    ...(phase.name === "implement" && { body: depthSentence(phase.run.head.flags.depth) }),
    paths: [phase.artifact, metaPath(phase), historyPath(phase), ...receiptsOf(phase, completion).keys()],
    outdated: () => (isJudged(phase.world.expected.blob) ? undefined : { status: "outdated" }),
    compose: () => composeMeta(phase, completion),
    stands: async (step, sha) => {
      const blob = (await repository.blobAt(sha, phase.artifact)) ?? null;
      const head = isJudged(blob) ? sha : await reopen(phase, step);
      if (isJudged(blob)) await noteReviewed(phase, completion.review?.rounds ?? 0);
      const meta = (await repository.blobAt(head, metaPath(phase))) ?? null;
      return { status: "committed", sha: head, blob, meta, ...(isJudged(blob) && { end: endOf(completion) }) };
    },
    tell: (done) => {
      if (done.status === "committed" && isJudged(done.blob)) tellCompleted(phase, completion);
      else
        emit({
          type: "warned",
          text: `a commit hook changed ${phase.artifact}; the changed text is reviewed before ${phase.name} counts as completed`,
        });
    },
  });
}

/** A hook changed the text: that commit stands, but the branch must not say "completed". */
async function reopen(phase: PhaseRun, step: string): Promise<string> {
  const { repository, commits, tree } = phase.ports;
  const path = metaPath(phase);
  await tree.writeOwn(path, (await repository.show(phase.world.expected.head ?? phase.run.head.base, path)) ?? "{}\n");
  const what = { paths: [path], message: `iflow: ${phase.name} reopened` };
  const { sha } = await commits.commitFiles(commitRequest(phase, `${step}/reopen`, what));
  return sha;
}

async function composeMeta(phase: PhaseRun, completion: Completion): Promise<ReadonlyMap<string, string>> {
  const { tree, clock } = phase.ports;
  const path = metaPath(phase);
  const before = (await tree.read(path)) ?? "";
  const meta = nextMeta(before, path, phase, completion, clock.now().toISOString());
  return new Map([[path, meta], ...receiptsOf(phase, completion)]);
}

function receiptsOf({ feature }: Parts<"feature">, { receipts }: Completion): ReadonlyMap<string, string> {
  return receipts ? new Map([[`${feature.folder}/${RECEIPTS_FILE}`, printReceipts(feature.key, receipts)]]) : new Map();
}

function tellCompleted(phase: Parts<"artifact" | "feature" | "name" | "ports">, completion: Completion): void {
  phase.ports.emit({
    type: "phase-completed",
    feature: phase.feature.key,
    phase: phase.name,
    ...endOf(completion),
    path: phase.artifact,
  });
}

function endOf(completion: Completion) {
  const { review, handoff } = completion;
  return {
    outcome: outcomeOf(completion),
    rounds: review ? roundsTaken(review, handoff) : 0,
    notes: (review?.issues.length ?? 0) + (handoff?.issues.length ?? 0),
  };
}

function nextMeta(
  before: string,
  path: string,
  phase: Parts<"decisions" | "history" | "mode" | "name" | "register" | "sessions" | "world">,
  completion: Completion,
  now: string,
): string {
  const { startedAt, review, handoff, depth } = completion;
  const outcome = outcomeOf(completion);
  const judged = phase.name === "implement" ? phase.world.expected.head : phase.history.judged;
  const meta = requireMeta(path, before);
  const loops = phase.register.traces();
  const decided = withDecisions(depth ? decideDepth(meta, depth) : meta, phase.decisions.decisions);
  return printMeta(
    completedMeta(decided, {
      phase: phase.name,
      started: startedAt,
      completed: now,
      ...(outcome !== "completed" && { outcome }),
      ...(judged !== null && { judged }),
      ...(loops && { loops }),
      ...(phase.mode.stops.length > 0 && { stops: [...phase.mode.stops] }),
      iterations: review?.rounds ?? 0,
      reviewerNotes: reviewerNotes(review),
      ...(handoff && { handoff: { iterations: handoff.rounds, reviewerNotes: reviewerNotes(handoff) } }),
      skipped: isPhase(phase.name) ? skippedBefore(phase.name, meta.lastCompletedPhase ?? null) : [],
      deferred: phase.sessions.whyDeferred(),
    }),
  );
}

function reviewerNotes(end: LoopEnd | undefined): string[] {
  return !end || end.outcome === "approved" ? [] : end.issues.map((issue) => printIssue(issue).replace(/^- /, ""));
}
