// The review of an implementation: three reviewers side by side, then only those that failed, the fixer in between, and a
// final validation of what changed since a role last looked. What comes next is decided in domain/review-loop.ts alone.

import { type JudgedRound, withRound } from "../../../domain/knowledge/learnings.ts";
import { codeRound } from "../../../domain/review/code-round.ts";
import { type ImplementRound, printImplementRound } from "../../../domain/review/review-history.ts";
import {
  applyBreaker,
  applyRetry,
  applyRevision,
  applyVerdicts,
  type Judgement,
  type LoopState,
  type Move,
  nextMove,
  type RoleIssue,
  roleState,
  startLoop,
} from "../../../domain/review/review-loop.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import { captureLearnings } from "../../knowledge/capture-learnings.ts";
import { tellJudgements } from "../../review/after-review.ts";
import type { LoopEnd } from "../../review/review-loop.ts";
import { judgeRound } from "../../review/review-round.ts";
import { writeHistory } from "../../work/history.ts";
import { type PhaseRun, startOver } from "../../work/phase-run.ts";
import { askBreaker, pauseForReviewers, UNVALIDATED } from "./breaker.ts";
import { commitForeignEdits, isAsJudged } from "./code-world.ts";
import { fixIssues } from "./fix-issues.ts";
import { codePrompts } from "./implement-prompts.ts";
import { CODE_REVIEWERS, type Fix, type Implementation } from "./implementation.ts";
import { testFacts } from "./test-facts.ts";

/** `asked` is what was done for a wish of the person; the reviewers then keep their sessions. */
export async function reviewImplementation(
  phase: PhaseRun,
  code: Implementation,
  asked: Fix | undefined,
): Promise<LoopEnd> {
  for (let first = asked; ; first = undefined) {
    const end = await runLoop(phase, code, first);
    if (end.outcome === "approved" || end.outcome === "forced") return end;
    // paused or abandoned: the person has looked, and a new loop begins
    startOver(phase);
  }
}

/** What a loop learns on its way. */
interface Progress {
  state: LoopState;
  facts: readonly string[];
  entry: ImplementRound | undefined;
  readonly fixes: Fix[];
  /** Each role's own, of its last verdict. */
  readonly issues: Map<RoleId, readonly RoleIssue[]>;
  rounds: readonly JudgedRound[];
}

async function runLoop(phase: PhaseRun, code: Implementation, asked: Fix | undefined): Promise<LoopEnd> {
  const { maxRounds, finalValidation } = phase.run.head.config.review;
  const progress: Progress = {
    state: startLoop({ maxRounds, finalValidation, atCap: "breaker" }, viewsOf(phase)),
    facts: await testFacts(phase, 0),
    entry: undefined,
    fixes: asked ? [asked] : [],
    issues: new Map(),
    rounds: [],
  };
  for (;;) {
    const move = nextMove(progress.state);
    switch (move.type) {
      case "review":
        await review(phase, code, progress, move, asked !== undefined && move.round === 1);
        break;
      case "revise":
        await revise(phase, code, progress, move);
        break;
      case "stuck":
        await pauseForReviewers(phase, move.roles, move.round, maxRounds);
        progress.state = applyRetry(progress.state, move.roles);
        break;
      case "ask-breaker":
        await captureLearnings(phase, { loop: "review", rounds: progress.rounds, openAtCap: move.issues });
        progress.state = applyBreaker(progress.state, await askBreaker(phase, code, move));
        break;
      case "done":
        if (move.outcome === "approved") {
          await captureLearnings(phase, { loop: "review", rounds: progress.rounds, openAtCap: undefined });
        }
        return { outcome: move.outcome, rounds: move.rounds, issues: openAtEnd(move) };
      default:
        return move satisfies never;
    }
  }
}

/** A person may approve what nobody has judged to the end; the record says so. */
function openAtEnd({ outcome, issues }: Extract<Move, { type: "done" }>): readonly RoleIssue[] {
  if (outcome !== "forced" || issues.length > 0) return issues;
  return [{ severity: "warning", description: UNVALIDATED, reviewer: "iflow" }];
}

async function review(
  phase: PhaseRun,
  code: Implementation,
  progress: Progress,
  move: Extract<Move, { type: "review" }>,
  reopened: boolean,
): Promise<void> {
  await commitForeignEdits(phase, code, move.round);
  progress.state = { ...progress.state, views: viewsOf(phase) };
  const prompts = await codePrompts(phase, code, { ...progress, round: move.round });
  const roles = move.roles as readonly RoleId[]; // the roster holds roles
  const round = { number: move.round, activity: "review" as const, roles, final: move.final, reopened };
  const end = await judgeRound(phase, round, prompts);
  if (end.type === "foreign") return commitForeignEdits(phase, code, move.round, end); // judged anew on what is there now
  if (!(await isAsJudged(phase, code, move.round))) {
    phase.sessions.requireFresh(roles, "voided");
    return;
  }
  await tellJudgements(phase, move.round, end.judgements);
  progress.state = applyVerdicts(progress.state, move, end.judgements);
  keepIssues(progress.issues, end.judgements);
  progress.rounds = withRound(progress.rounds, move, issuesOf(end.judgements));
  const before = progress.entry?.round === move.round ? progress.entry : undefined; // asked again: still one entry
  if (before) phase.history.removeLast();
  const markers = [...(before ? before.markers : code.markers.splice(0)), ...end.markers];
  progress.entry = codeRound(CODE_REVIEWERS, progress.state, move, { ...end, markers }, before);
  phase.history.add(printImplementRound(progress.entry));
  await writeHistory(phase, move.round, "review-history");
}

async function revise(
  phase: PhaseRun,
  code: Implementation,
  progress: Progress,
  move: Extract<Move, { type: "revise" }>,
): Promise<void> {
  const { facts, fixes } = progress;
  const next = CODE_REVIEWERS.filter((role) => roleState(progress.state, role).status !== "passed");
  const fix = await fixIssues(phase, code, { ...move, facts, fixes, next });
  progress.fixes.push(fix);
  progress.facts = await testFacts(phase, move.round);
  progress.state = applyRevision(progress.state, viewsOf(phase));
  if (progress.entry) {
    const markers = [...progress.entry.markers, ...fix.markers];
    progress.entry = { ...progress.entry, changes: fix.summary, markers };
    phase.history.replaceLast(printImplementRound(progress.entry));
  }
  await writeHistory(phase, move.round, "review-changes");
}

/** Every reviewer may look at all of the code, so all see the same. */
function viewsOf(phase: PhaseRun): Record<string, string> {
  return Object.fromEntries(CODE_REVIEWERS.map((role) => [role, phase.world.expected.head ?? ""]));
}

function issuesOf(judgements: readonly Judgement[]): RoleIssue[] {
  return judgements.flatMap((judgement) =>
    judgement.type === "verdict"
      ? judgement.verdict.issues.map((issue) => ({ ...issue, reviewer: judgement.role }))
      : [],
  );
}

function keepIssues(issues: Map<RoleId, readonly RoleIssue[]>, judgements: readonly Judgement[]): void {
  for (const judgement of judgements) {
    if (judgement.type !== "verdict") continue;
    const role = judgement.role as RoleId;
    issues.set(
      role,
      judgement.verdict.issues.map((issue) => ({ ...issue, reviewer: role })),
    );
  }
}
