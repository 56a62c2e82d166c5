import { certification } from "../../../domain/review/history/review-history.ts";
import type { RegisteredIssue } from "../../../domain/review/register/issue-register.ts";
import {
  applyCap,
  applyCertification,
  applyRetry,
  applyRevision,
  applyRulings,
  applyVerdicts,
  type LoopState,
  type Move,
  nextMove,
  type RoleIssue,
  startLoop,
} from "../../../domain/review/review-loop.ts";
import { isBlocking } from "../../../domain/review/verdict.ts";
import { captureLearnings } from "../../knowledge/capture-learnings.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { LoopRecord } from "./loop-record.ts";
import {
  type CapEnd,
  type CertifyMove,
  certifiedIn,
  type Judged,
  type LoopEnd,
  type Reviewed,
  type ReviewMove,
  type RoundEntry,
} from "./reviewed.ts";
import { settleDisputes } from "./settle-disputes.ts";

export async function driveLoop<Entry extends RoundEntry>(phase: PhaseRun, about: Reviewed<Entry>): Promise<LoopEnd> {
  const { loop } = about;
  const found = (round: number) => (about.found ? phase.register.found({ loop, round }, about.found()) : []);
  phase.register.beginLoop();
  const record = new LoopRecord(phase, about);
  let state = startLoop(about.policy, about.views(), found(0));
  let cap: CapEnd | undefined;
  let open: readonly RoleIssue[] = [];
  const learn = (openAtCap: readonly RoleIssue[] | undefined) =>
    captureLearnings(phase, { loop, rounds: record.rounds, openAtCap });
  for (;;) {
    const move = nextMove(state);
    switch (move.type) {
      case "review": {
        const reviewed = await about.review(move, state, record.looks);
        state = reviewed.state;
        if (reviewed.type === "voided") break;
        const judged = withCertifications(record.take(move.round, reviewed), move);
        state = applyVerdicts(state, move, judged.judgements);
        if (isApproved(state)) await settleOthers(phase, about);
        await record.tell(move, state, judged, `${loop}-history`);
        state = await ruleDisputes(phase, about, record, state);
        break;
      }
      case "certify": {
        const reviewed = await about.review(move, state, record.looks);
        state = reviewed.state;
        if (reviewed.type === "voided") break;
        const judged = withCertifications(record.take(move.round, reviewed), move);
        state = applyCertification(state, judged.judgements);
        if (isApproved(state)) await settleOthers(phase, about);
        const asReview = { ...move, type: "review", skipped: [], final: state.final, fresh: [] } as const;
        await record.tell(asReview, state, judged, `${loop}-certified`);
        break;
      }
      case "revise": {
        const { summary, markers } = await about.revise(move, state);
        phase.register.answer(summary);
        state = applyRevision(state, about.views(), found(move.round));
        await record.add({ changes: summary, markers }, move.round, `${loop}-changes`);
        break;
      }
      case "stuck":
        await pauseForReviewers(phase, about, move);
        state = applyRetry(state, move.roles);
        break;
      case "ask-cap":
        open = withAllOpen(phase, loop, move.issues);
        await learn(open);
        cap = await about.atCap({ ...move, issues: open });
        if (cap.answer === "accepted" && cap.by === "person") phase.register.settle(loop, "ruled");
        state = applyCap(state, cap.answer);
        break;
      case "done":
        if (move.outcome !== "approved")
          return { outcome: move.outcome, rounds: move.rounds, issues: open, ...(cap && { cap }) };
        await learn(undefined);
        return approvedEnd(phase, loop, move);
      default:
        return move satisfies never;
    }
  }
}

/** Who insists twice has had its say: somebody else rules, and the round's entry says how. */
async function ruleDisputes<Entry extends RoundEntry>(
  phase: PhaseRun,
  about: Reviewed<Entry>,
  record: LoopRecord<Entry>,
  state: LoopState,
): Promise<LoopState> {
  const { issues, markers } = await settleDisputes(phase, about.loop, state.round, () => about.disputed());
  if (markers.length === 0) return state;
  await record.add({ markers }, state.round, `${about.loop}-rulings`);
  return applyRulings(state, issues);
}

/** What fresh eyes have found, for the history. */
function withCertifications(judged: Judged, move: ReviewMove | CertifyMove): Judged {
  const certified: readonly string[] = certifiedIn(move);
  const lines = judged.judgements.flatMap((one) => {
    if (one.type !== "verdict" || !certified.includes(one.role)) return [];
    return [certification(one.role, move.round, one.verdict.issues.filter(isBlocking).length)];
  });
  return { ...judged, markers: [...judged.markers, ...lines] };
}

/** With the reviewers' approval the rest is resolved as well, except for what the person left as it is. */
async function settleOthers<Entry extends RoundEntry>(phase: PhaseRun, about: Reviewed<Entry>): Promise<void> {
  const left = (await about.leftByPerson?.()) ?? [];
  phase.register.settle(about.loop, "ruled", ({ id }) => left.includes(id));
  phase.register.settle(about.loop, "resolved", ({ source }) => source !== "reviewer");
}

function isApproved(state: LoopState): boolean {
  const move = nextMove(state);
  return move.type === "done" && move.outcome === "approved";
}

/** What failed reviewers hold against it, and what tests, the engine or the person found and nobody has settled. */
function withAllOpen(phase: Parts<"register">, loop: string, issues: readonly RoleIssue[]): readonly RoleIssue[] {
  const named = new Set(issues.map(({ id }) => id));
  return [...issues, ...phase.register.blocking(loop).filter(({ id }) => !named.has(id))];
}

/**
 * What was once accepted with open issues, ruled, or noted by the rules of convergence does not become an approval by a later
 * round about something else.
 */
function approvedEnd(
  phase: Parts<"register">,
  loop: string,
  { rounds, issues }: { readonly rounds: number; readonly issues: readonly RoleIssue[] },
): LoopEnd {
  const ruled = phase.register.all.filter(
    (one) =>
      one.loop === loop &&
      ["ruled", "noted"].includes(one.end) &&
      one.source !== "test" &&
      one.severity !== "suggestion",
  );
  if (ruled.length === 0) return { outcome: "approved", rounds, issues };
  const isPersons = ({ end, ruledBy = "person" }: RegisteredIssue) => end === "ruled" && ruledBy === "person";
  const by = ruled.some(isPersons) ? "person" : "rule";
  return { outcome: "accepted", rounds, issues: ruled.map(withReason), cap: { answer: "accepted", by } };
}

/** Why an issue holds nothing up any more. */
function withReason(issue: RegisteredIssue): RoleIssue {
  const why = issue.end === "noted" ? issue.why : issue.ruling;
  return why === undefined ? issue : { ...issue, description: `${issue.description} (${why})` };
}

async function pauseForReviewers(
  phase: Parts<"run" | "steps">,
  { reviewers, policy }: Pick<Reviewed<RoundEntry>, "reviewers" | "policy">,
  { roles, round }: Extract<Move, { type: "stuck" }>,
): Promise<void> {
  await pauseFor(phase, {
    name: `${reviewers}/${phase.steps.lastDispatch}/unavailable`,
    reason: "agent-unavailable",
    text: `${roles.join(", ")} gave no valid verdict in round ${round} of ${policy.maxRounds}`,
    detail: `prompts and replies: ${phase.run.folder.path}/dispatches`,
    fix: "iflow continue   (asks again; nothing is lost)",
  });
}
