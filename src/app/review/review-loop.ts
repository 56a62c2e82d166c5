// Drives the pure review-loop machine with durable steps: reviewers of a round side by side, then the author, then a
// commit and the delta for each role. What to do next is never decided here, only in domain/review-loop.ts.

import type { CommitTemplate } from "../../domain/config/config.ts";
import type { ArtifactKind } from "../../domain/documents/artifact.ts";
import { type JudgedRound, withRound } from "../../domain/knowledge/learnings.ts";
import { type DocumentRound, printDocumentRound } from "../../domain/review/review-history.ts";
import {
  applyForeignChange,
  applyRetry,
  applyRevision,
  applyVerdicts,
  type Judgement,
  type LoopOutcome,
  type LoopPolicy,
  type LoopState,
  type Move,
  nextMove,
  type RoleIssue,
  startLoop,
} from "../../domain/review/review-loop.ts";
import { isPass } from "../../domain/review/verdict.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import { captureLearnings } from "../knowledge/capture-learnings.ts";
import { writeHistory } from "../work/history.ts";
import { pauseFor } from "../work/pause-for.ts";
import type { PhaseRun } from "../work/phase-run.ts";
import { settleForeignChange } from "../work/world.ts";
import { settleReview } from "./after-review.ts";
import type { RoundPrompts } from "./ask-reviewer.ts";
import { absorbEdit, commitArtifact, requireFresh } from "./commit-artifact.ts";
import { judgeRound, type RoundEnd } from "./review-round.ts";

export interface ReviewJob {
  readonly loop: "review" | "handoff";
  readonly reviewer: RoleId;
  readonly kind: ArtifactKind;
  readonly policy: LoopPolicy;
  /** Undefined where nothing is committed. */
  readonly template: CommitTemplate | undefined;
  /** What follows when the reviewer gave no valid verdict twice: a pause (default), or the loop ends unjudged. */
  readonly whenUnavailable?: "pause" | "go-on";
  /** The person reopened the phase and the reviewers keep their sessions. */
  readonly reopened: boolean;
  /** Markers of the dispatches before round 1; they belong to its entry. */
  readonly earlierMarkers: readonly string[];
  readonly firstSummary: string;
  prompts(round: RoundFacts): RoundPrompts;
  revise(round: number, issues: readonly RoleIssue[]): Promise<Written>;
}

export interface RoundFacts {
  readonly round: number;
  readonly maxRounds: number;
  readonly previousIssues: readonly RoleIssue[];
  readonly fixSummary: string;
}

export interface LoopEnd {
  readonly outcome: LoopOutcome | "unavailable";
  readonly rounds: number;
  readonly issues: readonly RoleIssue[];
}

export async function runReviewLoop(phase: PhaseRun, job: ReviewJob): Promise<LoopEnd> {
  let state = startLoop(job.policy, viewsOf(phase, job));
  let summary = job.firstSummary;
  let markers = [...job.earlierMarkers];
  let entry: DocumentRound | undefined;
  let issues: readonly RoleIssue[] = [];
  let judgedRounds: readonly JudgedRound[] = [];
  for (;;) {
    const move = nextMove(state);
    switch (move.type) {
      case "review": {
        const judged = await reviewOnce(phase, job, move, {
          round: move.round,
          maxRounds: job.policy.maxRounds,
          previousIssues: issues,
          fixSummary: summary,
        });
        if ("voided" in judged) {
          markers.push(...judged.voided);
          state = applyForeignChange(state, viewsOf(phase, job));
          break;
        }
        state = applyVerdicts(state, move, judged.judgements);
        issues = openIssuesOf(judged.judgements, issues);
        judgedRounds = withRound(judgedRounds, move, openIssuesOf(judged.judgements, []));
        const earlier = entry?.round === move.round ? entry.markers : []; // the round was asked again: still one entry
        if (entry?.round === move.round) phase.history.removeLast();
        entry = historyEntry(job, move.round, phase, judged, [...markers, ...earlier]);
        markers = [];
        phase.history.add(printDocumentRound(entry));
        await writeHistory(phase, move.round, `${job.loop}-history`);
        break;
      }
      case "revise": {
        const written = await job.revise(move.round, move.issues);
        summary = written.summary;
        await commitRevision(phase, job, move.round, written.others);
        state = applyRevision(state, viewsOf(phase, job));
        if (entry) {
          entry = { ...entry, changes: summary, markers: [...entry.markers, ...written.markers] };
          phase.history.replaceLast(printDocumentRound(entry));
        }
        await writeHistory(phase, move.round, `${job.loop}-changes`);
        break;
      }
      case "stuck":
        if (job.whenUnavailable === "go-on") return { outcome: "unavailable", rounds: move.round, issues: [] };
        await pauseForReviewer(phase, job, state, move);
        state = applyRetry(state, move.roles);
        break;
      case "done":
        await captureLearnings(phase, {
          loop: job.loop,
          rounds: judgedRounds,
          openAtCap: move.outcome === "notes" ? move.issues : undefined,
        });
        return { outcome: move.outcome, rounds: move.rounds, issues: move.issues };
      case "ask-breaker":
        throw new Error("a document loop ends with notes, never with a breaker");
      default:
        return move satisfies never;
    }
  }
}

type ReviewMove = Extract<Move, { type: "review" }>;
type Judged = Extract<RoundEnd, { type: "judged" }>;

/** `voided` (with the markers so far) when the text was changed by somebody else meanwhile: the round is judged anew. */
async function reviewOnce(
  phase: PhaseRun,
  job: ReviewJob,
  move: ReviewMove,
  facts: RoundFacts,
): Promise<Judged | { readonly voided: readonly string[] }> {
  const round = {
    number: move.round,
    activity: job.loop,
    roles: move.roles as readonly RoleId[],
    final: move.final,
    reopened: job.reopened && move.round === 1,
  };
  const end = await judgeRound(phase, round, job.prompts(facts));
  if (end.type === "foreign") {
    await settleForeignChange(phase, end.step, end.seen);
    await absorbEdit(phase, job.kind, move.round);
    return { voided: [] };
  }
  const settled = await settleReview(phase, job.reviewer, move.round, end.judgements);
  if (settled.type === "voided") {
    if (settled.kept) await absorbEdit(phase, job.kind, move.round);
    return { voided: end.markers };
  }
  if (end.judgements.some((judgement) => judgement.type === "verdict")) phase.history.judge(phase.world.expected.blob);
  return end;
}

async function commitRevision(
  phase: PhaseRun,
  job: ReviewJob,
  round: number,
  others: readonly string[],
): Promise<void> {
  const committed = await commitArtifact(phase, {
    round,
    segment: `${job.loop}-commit`,
    template: job.template,
    number: round,
    others,
  });
  requireFresh(phase, [job.reviewer], committed);
}

async function pauseForReviewer(
  phase: PhaseRun,
  job: ReviewJob,
  state: LoopState,
  move: Extract<Move, { type: "stuck" }>,
): Promise<void> {
  await pauseFor(phase, {
    name: `${job.reviewer}/${phase.steps.lastDispatch}/unavailable`,
    reason: "agent-unavailable",
    text: `${move.roles.join(", ")} gave no valid verdict in round ${move.round} of ${state.policy.maxRounds}`,
    detail: `prompts and replies: ${phase.run.folder.path}/dispatches`,
    fix: "iflow continue   (asks again; nothing is lost)",
  });
}

function historyEntry(
  job: ReviewJob,
  round: number,
  phase: PhaseRun,
  judged: Judged,
  markers: readonly string[],
): DocumentRound {
  const [judgement] = judged.judgements;
  const verdict = judgement?.type === "verdict" ? judgement.verdict : undefined;
  const problem = judgement?.type === "invalid" ? judgement.problem : "no answer";
  return {
    phase: phase.name,
    loop: job.loop,
    reviewer: job.reviewer,
    round,
    at: judged.at,
    decision: !verdict ? { type: "no-verdict", problem } : { type: isPass(verdict) ? "approved" : "needs-revision" },
    issues: (verdict?.issues ?? []).map((issue) => ({ ...issue, reviewer: job.reviewer })),
    changes: undefined,
    markers: [...markers, ...judged.markers],
  };
}

/** Issues a fresh reviewer of the next round is given; a round without a verdict leaves the older ones open. */
function openIssuesOf(judgements: readonly Judgement[], before: readonly RoleIssue[]): readonly RoleIssue[] {
  const judged = judgements.filter((judgement) => judgement.type === "verdict");
  if (judged.length === 0) return before;
  return judged.flatMap(({ role, verdict }) => verdict.issues.map((issue) => ({ ...issue, reviewer: role })));
}

function viewsOf(phase: PhaseRun, job: ReviewJob): Record<string, string> {
  return { [job.reviewer]: phase.world.expected.blob ?? "" };
}

export interface Written {
  readonly summary: string;
  readonly markers: readonly string[];
  /** Other files the person wants in the commit. */
  readonly others: readonly string[];
}
