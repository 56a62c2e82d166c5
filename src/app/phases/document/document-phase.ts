// A document phase, from the first draft to the completion commit: draft, the engine's own check, the domain reviewer's
// loop, the phase-reviewer's loop, completion, closing question. Every document phase is this function with other data.

import type { CommitTemplate } from "../../../domain/config/config.ts";
import type { ArtifactKind } from "../../../domain/documents/document-names.ts";
import type { DomainOutcome } from "../../../domain/prompts/review-prompt.ts";
import type { ChosenDepth } from "../../../domain/review/depth-rules.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import { roundsTaken } from "../../../domain/review/rounds-taken.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import type { Json } from "../../../domain/text/json/json.ts";
import { askClosing } from "../../review/closing.ts";
import {
  absorbEdit,
  checkArtifact,
  commitArtifact,
  issuesOfEngine,
  requireFresh,
} from "../../review/commit-artifact.ts";
import { type CompletedAs, completePhase, outcomeOf } from "../../review/complete-phase.ts";
import { settleDocumentCap } from "../../review/document-cap.ts";
import { NOTHING_WRITTEN, runDocumentLoop, type Written } from "../../review/document-loop.ts";
import { documentPrompts } from "../../review/document-prompts.ts";
import type { LoopEnd, SettledLoop } from "../../review/loop/reviewed.ts";
import { type RoleSetup, type Setup, setUpRole } from "../../review/set-up-phase.ts";
import { takeOverEdits } from "../../review/take-over-edits.ts";
import { wish } from "../../work/decide.ts";
import { noteUserRequest } from "../../work/history.ts";
import { type Parts, type PhaseRun, startOver } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { type Author, draftJob, reviseJob } from "./author-jobs.ts";
import { deepen } from "./settle-depth.ts";
import { writeArtifact } from "./write-artifact.ts";

export interface DocumentPhase {
  readonly kind: ArtifactKind;
  readonly author: RoleId;
  readonly reviewer: RoleId;
  /** Replaces the single draft by several dispatches. */
  draft?(author: Author): Promise<Written>;
  /** Called when a loop has ended. */
  reviewed?(loop: "review" | "handoff", end: LoopEnd): Promise<void>;
  /** What was settled about the feature's depth; at light depth the engine's own check is all there is. */
  readonly depth?: ChosenDepth | undefined;
  /** What the person should read before they decide what comes next. */
  readonly remark?: string;
}

export interface PhaseEnd {
  /** `cancelled`: the person decided against the phase before it began; `abandoned`: after its reviews. */
  readonly choice: "continue" | "review" | "cancelled" | "abandoned";
  /** How the phase was completed; missing where nothing is reviewed or nothing was completed. */
  readonly outcome?: CompletedAs;
  readonly rounds: number;
  readonly notes: number;
  /** The depth that was settled here, if it was. */
  readonly depth?: "light" | "full";
  /** The feature turned out to need more than light depth: it is reviewed again from its spec on. */
  readonly escalated?: readonly string[];
  /** Further facts for `--json`: the merge commit, the path of a PRD. */
  readonly facts?: Readonly<Record<string, Json>>;
}

/** Both loops of one epoch; at light depth there are none. */
interface Reviews {
  readonly review?: SettledLoop;
  readonly handoff?: SettledLoop;
}

export async function runDocumentPhase(phase: PhaseRun, document: DocumentPhase, setup: Setup): Promise<PhaseEnd> {
  const author: Author = {
    setup: await setUpRole(phase, setup, document.author),
    kind: document.kind,
    path: phase.artifact,
    featureText: setup.featureText,
  };
  let written = await (document.draft?.(author) ?? writeArtifact(phase, draftJob(author)));
  await commitDraft(phase, written.others);
  let reopened = false;
  let hookChanges = 0;
  let { depth } = document;
  for (;;) {
    const unjudged = depth?.depth === "light" ? await checkAlone(phase, document.kind) : undefined;
    if (unjudged && unjudged.length > 0) {
      depth = await deepen(phase, unjudged.length);
      written = { ...written, found: unjudged };
    }
    const reviews = depth?.depth === "light" ? {} : await runReviews(phase, document, setup, author, written, reopened);
    // Changed by hand, or by a commit hook, after the last verdict: this text has not been judged yet.
    if (phase.history.judged === phase.world.expected.blob) {
      const completed = await completePhase(phase, { startedAt: setup.at, ...reviews, ...(depth && { depth }) });
      if (completed === "hook-changed" && ++hookChanges > 1) await pauseForHook(phase);
    }
    if (phase.history.judged !== phase.world.expected.blob) {
      startOver(phase);
      written = { ...NOTHING_WRITTEN, found: await absorbEdit(phase, document.kind, 0) };
      reopened = false;
      continue;
    }
    const choice = await askClosing(phase, { ...reviews, ...(depth && { depth }) }, document.remark);
    if (choice.type === "end") return { ...endOf(choice.next, reviews), ...(depth && { depth: depth.depth }) };
    reopened = choice.type === "request-changes";
    if (choice.type === "rerun") {
      startOver(phase);
      const { found } = await takeOverEdits(phase, document.kind);
      written = { ...NOTHING_WRITTEN, found };
    } else {
      written = await answerRequest(phase, author, [document.reviewer, "phase-reviewer"], choice.text);
    }
  }
}

/** The text as it is now, whoever wrote it, passes the engine's check or goes to reviewers. */
async function checkAlone(phase: PhaseRun, kind: ArtifactKind): Promise<RoleIssue[]> {
  const found = issuesOfEngine(phase, await checkArtifact(phase, 0, "light-check", kind));
  if (found.length === 0) phase.history.judge(phase.world.expected.blob);
  return found;
}

/** One more review answers a hook that changed the text; for a hook that always does so, there would be no end. */
async function pauseForHook(phase: Parts<"artifact" | "run" | "steps">): Promise<void> {
  await pauseFor(phase, {
    name: phase.steps.place(0, "complete/hook"),
    reason: "not-approved",
    text: `a commit hook changes ${phase.artifact} every time, so the committed text is never the reviewed one.`,
    fix: "exclude this file from the hook, then: iflow continue",
  });
}

async function runReviews(
  phase: PhaseRun,
  document: DocumentPhase,
  setup: Setup,
  author: Author,
  written: Written,
  reopened: boolean,
): Promise<Reviews> {
  const domain = await setUpRole(phase, setup, document.reviewer);
  const review = await reviewToItsEnd(phase, author, { loop: "review", reviewer: domain, written, reopened });
  await document.reviewed?.("review", review);
  const { maxRounds } = phase.run.head.config.review;
  const outcome: DomainOutcome = {
    reviewer: document.reviewer,
    approved: review.outcome === "approved",
    round: review.rounds,
    maxRounds,
    unresolved: review.issues,
  };
  const phaseReviewer = await setUpRole(phase, setup, "phase-reviewer");
  const handoff = await reviewToItsEnd(phase, author, {
    ...{ loop: "handoff", reviewer: phaseReviewer, reopened, outcome },
    // what the engine had found was settled in the first loop
    written: { ...(reopened ? written : NOTHING_WRITTEN), markers: [], found: [] },
  });
  await document.reviewed?.("handoff", handoff);
  return { review, handoff };
}

interface LoopChoice {
  readonly loop: "review" | "handoff";
  readonly reviewer: RoleSetup;
  readonly written: Written;
  readonly reopened: boolean;
  readonly outcome?: DomainOutcome;
}

/** Loop after loop, as long as somebody wants another one; the register takes what was open into the next. */
async function reviewToItsEnd(phase: PhaseRun, author: Author, first: LoopChoice): Promise<SettledLoop> {
  let choice = first;
  for (let rounds = 0; ; ) {
    const end = await runLoop(phase, author, choice);
    rounds += end.rounds;
    const { outcome } = end;
    if (outcome === "approved" || outcome === "accepted") return { ...end, outcome, rounds };
    choice = { ...choice, ...(await beginAgain(phase, author, choice, end)) };
  }
}

/** The author answers the open issues and the person's words; a text that the person changed is judged as it is. */
async function beginAgain(
  phase: PhaseRun,
  author: Author,
  { loop, reviewer }: LoopChoice,
  { issues, cap }: LoopEnd,
): Promise<Pick<LoopChoice, "written" | "reopened">> {
  if (cap?.words === undefined) {
    startOver(phase);
    return { written: { ...NOTHING_WRITTEN, found: cap?.found ?? [] }, reopened: false };
  }
  const wishes = cap.words === "" ? [] : [await wish(phase, loop, { kind: "ruling", text: cap.words })];
  const open = [...wishes.map(({ issue }) => issue), ...issues];
  const written = await reviseFor(phase, author, loop, [reviewer.material.role], open);
  for (const { decision } of wishes) noteUserRequest(phase, decision, written.summary);
  return { written, reopened: true };
}

function runLoop(phase: PhaseRun, author: Author, choice: LoopChoice): Promise<LoopEnd> {
  const { loop, reviewer, written, reopened, outcome } = choice;
  const role = author.setup.material.role;
  const segment = loop === "review" ? role : `${role}@handoff`;
  const { maxRounds, certify } = phase.run.head.config.review;
  return runDocumentLoop(phase, {
    loop,
    reviewer: reviewer.material.role,
    kind: author.kind,
    policy: { maxRounds, finalValidation: "none", certify: certify === "fresh-eyes" },
    template: `${phase.name}.${loop}` as CommitTemplate, // every document phase has both templates
    reopened,
    earlierMarkers: written.markers,
    firstSummary: written.summary,
    found: written.found,
    atCap: (cap) => settleDocumentCap(phase, author.kind, cap),
    prompts: (facts) => documentPrompts(phase, reviewer, facts, outcome),
    revise: (round, issues) => writeArtifact(phase, reviseJob(author, round, segment, issues, reviewer.material.role)),
  });
}

/** Commits the text before it is reviewed. If git refuses, the run stops: there would be nothing to compare with. */
async function commitDraft(phase: PhaseRun, others: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const draft = { round: 0, segment: "draft-commit", template: "draft", number: 0, others } as const;
    const committed = await commitArtifact(phase, draft);
    if (committed.status !== "failed") return;
    await pauseFor(phase, {
      name: phase.steps.place(0, `draft-commit/failed/${attempt}`),
      reason: "git-failed",
      text: `git refused to commit ${phase.artifact}; the draft is in your working tree.`,
      detail: committed.problem,
      fix: "do what git asks for, then: iflow continue",
    });
  }
}

/** The reviewers keep their sessions. */
async function answerRequest(
  phase: PhaseRun,
  author: Author,
  reviewers: readonly RoleId[],
  text: string,
): Promise<Written> {
  const { issue, decision } = await wish(phase, "review", { kind: "request", text });
  const written = await reviseFor(phase, author, "review", reviewers, [issue]);
  noteUserRequest(phase, decision, written.summary);
  return written;
}

/** A revision that begins a new epoch. */
async function reviseFor(
  phase: PhaseRun,
  author: Author,
  loop: LoopChoice["loop"],
  reviewers: readonly RoleId[],
  issues: readonly RoleIssue[],
): Promise<Written> {
  phase.steps.startOver();
  const written = await writeArtifact(phase, reviseJob(author, 0, author.setup.material.role, issues));
  phase.register.answer(written.summary);
  const template = `${phase.name}.${loop}` as CommitTemplate;
  const commit = { round: 0, segment: "request-commit", template, number: 0, others: written.others };
  requireFresh(phase, reviewers, await commitArtifact(phase, commit));
  return written;
}

function endOf(choice: PhaseEnd["choice"], reviews: Reviews): PhaseEnd {
  const { review, handoff } = reviews;
  const notes = (review?.issues.length ?? 0) + (handoff?.issues.length ?? 0);
  return { choice, outcome: outcomeOf(reviews), rounds: review ? roundsTaken(review, handoff) : 0, notes };
}
