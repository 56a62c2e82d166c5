// Drives the pure review-loop machine with durable steps: a round of reviewers, the history, a revision, and what
// happens when a reviewer gives no verdict or the cap is reached. What to do next is decided only in
// domain/review/review-loop.ts; the caller that starts the loop says what is reviewed, and how.
import { type JudgedRound, withRound } from "../../domain/knowledge/learnings.ts";
import {
  applyCap,
  applyRetry,
  applyRevision,
  applyVerdicts,
  type CapAnswer,
  type Judgement,
  type LoopOutcome,
  type LoopPolicy,
  type LoopState,
  type Move,
  nextMove,
  type RoleIssue,
  startLoop,
} from "../../domain/review/review-loop.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import { captureLearnings } from "../knowledge/capture-learnings.ts";
import { writeHistory } from "../work/history.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { pauseFor } from "../work/wait-for.ts";
import type { RoundEnd } from "./review-round.ts";

export type ReviewMove = Extract<Move, { type: "review" }>;
export type ReviseMove = Extract<Move, { type: "revise" }>;
export type CapMove = Extract<Move, { type: "ask-cap" }>;
export type Judged = Extract<RoundEnd, { type: "judged" }>;

/** What every history entry contains, however it describes the round. */
export interface RoundEntry {
  readonly round: number;
  readonly changes: string | undefined;
  readonly markers: readonly string[];
  /** Ids, answers and ends of the issues that were open. */
  readonly register?: readonly string[];
}

/** What a loop is about. */
export interface Reviewed<Entry extends RoundEntry> {
  readonly loop: "review" | "handoff";
  readonly policy: LoopPolicy;
  /** Names used in a pause when no verdict came. */
  readonly reviewers: string;
  /** What each role would look at now. */
  views(): Readonly<Record<string, string>>;
  /** What the engine's own checks find in the text as it is now. */
  found?(): readonly RoleIssue[];
  /** `voided` when what was judged has changed meanwhile: the round is judged again. */
  review(
    move: ReviewMove,
    state: LoopState,
  ): Promise<(Judged | { readonly type: "voided" }) & { readonly state: LoopState }>;
  /** `before`: the entry of the same round, when some of its roles were asked again. */
  describe(move: ReviewMove, state: LoopState, judged: Judged, before: Entry | undefined): Entry;
  print(entry: Entry): string;
  revise(
    move: ReviseMove,
    state: LoopState,
  ): Promise<{ readonly summary: string; readonly markers: readonly string[] }>;
  /** Ids of issues that the person decided to leave and that still stand: no approval settles them. */
  leftByPerson?(): Promise<readonly string[]>;
  /** Returns once somebody, or a rule, has decided; until then the run waits in here. */
  atCap(cap: CapMove): Promise<CapEnd>;
}

export interface CapEnd {
  readonly answer: CapAnswer;
  readonly by: "person" | "rule";
  /** What the person wants the next loop to begin with. */
  readonly words?: string;
  /** What the engine's own check finds in a text that the person changed for the next loop. */
  readonly found?: readonly RoleIssue[];
}

export interface LoopEnd {
  readonly outcome: LoopOutcome;
  readonly rounds: number;
  readonly issues: readonly RoleIssue[];
  /** How the cap was settled, if it was reached. */
  readonly cap?: CapEnd;
}

/** A loop after which its phase can be completed. */
export interface SettledLoop extends LoopEnd {
  readonly outcome: "approved" | "accepted";
}

export async function driveLoop<Entry extends RoundEntry>(phase: PhaseRun, about: Reviewed<Entry>): Promise<LoopEnd> {
  const found = (round: number) =>
    about.found ? phase.register.found({ loop: about.loop, round }, about.found()) : [];
  phase.register.beginLoop();
  let state = startLoop(about.policy, about.views(), found(0));
  let cap: CapEnd | undefined;
  let open: readonly RoleIssue[] = [];
  let entry: Entry | undefined;
  let rounds: readonly JudgedRound[] = [];
  const registered = () => phase.register.lines(about.loop);
  const learn = (openAtCap: readonly RoleIssue[] | undefined) =>
    captureLearnings(phase, { loop: about.loop, rounds, openAtCap });
  for (;;) {
    const move = nextMove(state);
    switch (move.type) {
      case "review": {
        const reviewed = await about.review(move, state);
        state = reviewed.state;
        if (reviewed.type === "voided") break;
        const judgements = phase.register.judge({ loop: about.loop, round: move.round }, reviewed.judgements);
        const unreadable = judgements.filter(({ type }, index) => type !== reviewed.judgements[index]?.type);
        phase.sessions.requireFresh(
          unreadable.map(({ role }) => role as RoleId), // the roster holds roles
          "invalid-reply",
        );
        state = applyVerdicts(state, move, judgements);
        if (isApproved(state)) await settleOthers(phase, about);
        rounds = withRound(rounds, move, issuesOf(judgements));
        const before = entry?.round === move.round ? entry : undefined; // asked again: still one entry
        if (before) phase.history.removeLast();
        entry = { ...about.describe(move, state, { ...reviewed, judgements }, before), register: registered() };
        phase.history.add(about.print(entry));
        await writeHistory(phase, move.round, `${about.loop}-history`);
        break;
      }
      case "revise": {
        const { summary, markers } = await about.revise(move, state);
        phase.register.answer(summary);
        state = applyRevision(state, about.views(), found(move.round));
        if (entry) {
          entry = { ...entry, changes: summary, markers: [...entry.markers, ...markers], register: registered() };
          phase.history.replaceLast(about.print(entry));
        }
        await writeHistory(phase, move.round, `${about.loop}-changes`);
        break;
      }
      case "stuck":
        await pauseForReviewers(phase, about, move);
        state = applyRetry(state, move.roles);
        break;
      case "ask-cap":
        open = withAllOpen(phase, about.loop, move.issues);
        await learn(open);
        cap = await about.atCap({ ...move, issues: open });
        if (cap.answer === "accepted" && cap.by === "person") phase.register.settle(about.loop, "ruled");
        state = applyCap(state, cap.answer);
        break;
      case "done":
        if (move.outcome !== "approved")
          return { outcome: move.outcome, rounds: move.rounds, issues: open, ...(cap && { cap }) };
        await learn(undefined);
        return approvedEnd(phase, about.loop, move);
      default:
        return move satisfies never;
    }
  }
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

/** What the person once accepted with open issues does not become an approval by a later round about something else. */
function approvedEnd(
  phase: Parts<"register">,
  loop: string,
  { rounds, issues }: { readonly rounds: number; readonly issues: readonly RoleIssue[] },
): LoopEnd {
  const ruled = phase.register.all.filter(
    (one) => one.loop === loop && one.end === "ruled" && one.source !== "test" && one.severity !== "suggestion",
  );
  if (ruled.length === 0) return { outcome: "approved", rounds, issues };
  return { outcome: "accepted", rounds, issues: ruled, cap: { answer: "accepted", by: "person" } };
}

/** Every issue of these verdicts, with the role that raised it. */
function issuesOf(judgements: readonly Judgement[]): RoleIssue[] {
  return judgements.flatMap((judgement) =>
    judgement.type === "verdict"
      ? judgement.verdict.issues.map((issue) => ({ ...issue, reviewer: judgement.role }))
      : [],
  );
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
