// The review of an implementation: three reviewers side by side (at light depth one), then only those that did not pass,
// the fixer in between, and a final validation of what changed since a role last looked.
import { codeRound } from "../../../domain/review/code-round.ts";
import { type ImplementRound, printImplementRound } from "../../../domain/review/history/review-history.ts";
import { type LoopState, type RoleIssue, roleState } from "../../../domain/review/review-loop.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import { tellJudgements, toldOf } from "../../review/after-review.ts";
import { changedSince, type LastLooks } from "../../review/loop/changed-since.ts";
import { driveLoop } from "../../review/loop/drive-loop.ts";
import { judgeRound } from "../../review/loop/review-round.ts";
import {
  type CertifyMove,
  certifiedIn,
  type Judged,
  type LoopEnd,
  type ReviewMove,
  type SettledLoop,
} from "../../review/loop/reviewed.ts";
import { wish } from "../../work/decide.ts";
import { noteUserRequest } from "../../work/history.ts";
import { type Parts, type PhaseRun, startOver } from "../../work/state/phase-run.ts";
import { askBreaker, UNVALIDATED } from "./breaker.ts";
import { commitForeignEdits, isAsJudged } from "./code/code-world.ts";
import type { Fix, Implementation } from "./code/implementation.ts";
import { fixIssues } from "./fix-issues.ts";
import { codePrompts } from "./implement-prompts.ts";
import { testAndRepair } from "./repair-check.ts";
import { leftInPlace } from "./tests/drop-tests.ts";

interface AbandonedLoop extends LoopEnd {
  readonly outcome: "abandoned";
}

/** `asked` is the fix made for a request of the person; the reviewers then keep their sessions. */
export async function reviewImplementation(
  phase: PhaseRun,
  code: Implementation,
  asked: Fix | undefined,
): Promise<SettledLoop | AbandonedLoop> {
  let first = asked;
  for (let rounds = 0; ; ) {
    const end = await runLoop(phase, code, first);
    rounds += end.rounds;
    const { outcome, issues } = end;
    if (outcome === "abandoned") return { outcome, rounds, issues };
    if (outcome === "approved") return { ...end, outcome, rounds };
    if (outcome === "accepted") return { ...end, outcome, rounds, issues: openAtEnd(issues) };
    startOver(phase);
    first = end.cap?.words === undefined ? undefined : await fixAgain(phase, code, end.cap.words, end.issues);
  }
}

/** The person wants another loop on unchanged code: the fixer tries first. */
async function fixAgain(
  phase: PhaseRun,
  code: Implementation,
  words: string,
  open: readonly RoleIssue[],
): Promise<Fix | undefined> {
  const wishes = words === "" ? [] : [await wish(phase, "review", { kind: "ruling", text: words })];
  const issues = [...wishes.map(({ issue }) => issue), ...open];
  if (issues.length === 0) return undefined; // nothing is open but the final validation
  const fix = await fixIssues(phase, code, { round: 0, issues, facts: [], fixes: [], next: code.roster.reviewers });
  phase.register.answer(fix.summary);
  for (const { decision } of wishes) noteUserRequest(phase, decision, fix.summary);
  return fix;
}

/** A person may approve code that was not fully judged; the record says so. */
function openAtEnd(issues: readonly RoleIssue[]): readonly RoleIssue[] {
  if (issues.length > 0) return issues;
  return [{ severity: "warning", description: UNVALIDATED, reviewer: "iflow" }];
}

/** What a loop collects as it runs. */
interface Progress {
  facts: readonly string[];
  readonly fixes: Fix[];
}

async function runLoop(phase: PhaseRun, code: Implementation, asked: Fix | undefined): Promise<LoopEnd> {
  const { reviewers, policy } = code.roster;
  const answered = asked ? [asked] : [];
  const { facts, repairs, markers } = await testAndRepair(phase, code, { round: 0, fixes: answered });
  code.addMarkers(markers);
  const progress: Progress = { facts, fixes: [...answered, ...repairs] };
  return driveLoop<ImplementRound>(phase, {
    loop: "review",
    policy,
    disputed: async () => ({ files: code.files }),
    reviewers: "reviewers",
    views: () => viewsOf(phase, code),
    print: printImplementRound,
    leftByPerson: () => leftInPlace(phase, code),
    review: (move, state, looks) =>
      review(phase, code, progress, { move, state, looks, reopened: asked !== undefined }),
    describe: (move, state, judged, before) => {
      const markers = [...(before ? before.markers : code.takeMarkers()), ...judged.markers];
      return codeRound(reviewers, state, move, { ...judged, markers }, before);
    },
    revise: async (move, state) => {
      const next = reviewers.filter((role) => roleState(state, role).status !== "passed");
      const fix = await fixIssues(phase, code, { ...move, facts: progress.facts, fixes: progress.fixes, next });
      progress.fixes.push(fix);
      const tested = await testAndRepair(phase, code, { round: move.round, fixes: progress.fixes });
      progress.fixes.push(...tested.repairs);
      progress.facts = tested.facts;
      return { ...fix, markers: [...fix.markers, ...tested.markers] };
    },
    atCap: (cap) => askBreaker(phase, code, cap),
  });
}

interface CodeRound {
  readonly move: ReviewMove | CertifyMove;
  readonly looks: LastLooks;
  readonly state: LoopState;
  readonly reopened: boolean;
}

async function review(
  phase: PhaseRun,
  code: Implementation,
  progress: Progress,
  { move, looks, state: before, reopened }: CodeRound,
): Promise<(Judged | { readonly type: "voided" }) & { readonly state: LoopState }> {
  await commitForeignEdits(phase, code, move.round);
  const state = { ...before, views: viewsOf(phase, code) };
  const prompts = await codePrompts(phase, code, { ...progress, round: move.round });
  const roles = move.roles as readonly RoleId[]; // the roster holds roles
  const certifies = move.type === "certify";
  const certified = certifiedIn(move);
  const final = !certifies && move.final;
  const end = await judgeRound(
    phase,
    { number: move.round, activity: "review", roles, final, reopened: reopened && move.round === 1, certified },
    prompts,
  );
  if (end.type === "foreign") {
    await commitForeignEdits(phase, code, move.round, end); // then judged again as it is now
    return { type: "voided", state };
  }
  if (!(await isAsJudged(phase, code, move.round))) {
    phase.sessions.requireFresh(roles, "voided");
    return { type: "voided", state };
  }
  const changes = certifies ? undefined : await changedSince(phase, looks, code.files);
  const seen = { changes, work: { files: code.files } };
  const told = toldOf(phase, { loop: "review", round: move.round }, end.judgements, { ...seen, certified });
  await tellJudgements(phase, move.round, told);
  return { ...end, seen, state };
}

/** Every reviewer may look at all of the code, so all have the same view. */
function viewsOf(phase: Parts<"world">, { roster }: Implementation): Record<string, string> {
  return Object.fromEntries(roster.reviewers.map((role) => [role, phase.world.expected.head ?? ""]));
}
