// A document phase, from the first draft to the completion commit: draft, the engine's own check, the domain reviewer's
// loop, the phase-reviewer's loop, completion, closing question. Every document phase is this function with other data.
import type { CommitTemplate } from "../../../domain/config/config.ts";
import type { ArtifactKind } from "../../../domain/documents/document-names.ts";
import type { DomainOutcome } from "../../../domain/prompts/review-prompt.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import type { Json } from "../../../domain/text/json.ts";
import { askClosing } from "../../review/closing.ts";
import { absorbEdit, commitArtifact, requireFresh } from "../../review/commit-artifact.ts";
import { completePhase } from "../../review/complete-phase.ts";
import { runDocumentLoop, type Written } from "../../review/document-loop.ts";
import { documentPrompts } from "../../review/document-prompts.ts";
import type { LoopEnd } from "../../review/drive-loop.ts";
import { type RoleSetup, type Setup, setUpRole } from "../../review/set-up-phase.ts";
import { noteUserRequest } from "../../work/history.ts";
import { type Parts, type PhaseRun, startOver } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { look, settleForeignChange } from "../../work/world.ts";
import { type Author, draftJob, reviseJob } from "./author-jobs.ts";
import { writeArtifact } from "./write-artifact.ts";

export interface DocumentPhase {
  readonly kind: ArtifactKind;
  readonly author: RoleId;
  readonly reviewer: RoleId;
  /** Replaces the single draft by several dispatches. */
  draft?(author: Author): Promise<Written>;
  /** Called when a loop has ended. */
  reviewed?(loop: "review" | "handoff", end: LoopEnd): Promise<void>;
}

export interface PhaseEnd {
  /** `cancelled`: the person decided against the phase before it began. */
  readonly choice: "continue" | "review" | "cancelled";
  readonly rounds: number;
  readonly notes: number;
  /** Further facts for `--json`: the merge commit, the path of a PRD. */
  readonly facts?: Readonly<Record<string, Json>>;
}

/** Both loops of one epoch. */
interface Reviews {
  readonly review: LoopEnd;
  readonly handoff: LoopEnd;
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
  for (;;) {
    const reviews = await runReviews(phase, document, setup, author, written, reopened);
    // Changed by hand, or by a commit hook, after the last verdict: this text has not been judged yet.
    if (phase.history.judged === phase.world.expected.blob) {
      const completed = await completePhase(phase, { startedAt: setup.at, ...reviews });
      if (completed === "hook-changed" && ++hookChanges > 1) await pauseForHook(phase);
    }
    if (phase.history.judged !== phase.world.expected.blob) {
      startOver(phase);
      await absorbEdit(phase, document.kind, 0);
      [written, reopened] = [NOTHING_WRITTEN, false];
      continue;
    }
    const choice = await askClosing(phase);
    if (choice.type === "end") return endOf(choice.next, reviews);
    reopened = choice.type === "request-changes";
    written =
      choice.type === "rerun"
        ? await takeOverEdits(phase, document)
        : await answerRequest(phase, author, [document.reviewer, "phase-reviewer"], choice.text);
  }
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

const NOTHING_WRITTEN: Written = { summary: "", markers: [], others: [] };

async function runReviews(
  phase: PhaseRun,
  document: DocumentPhase,
  setup: Setup,
  author: Author,
  written: Written,
  reopened: boolean,
): Promise<Reviews> {
  const domain = await setUpRole(phase, setup, document.reviewer);
  const review = await runLoop(phase, author, { loop: "review", reviewer: domain, written, reopened });
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
  const handoff = await runLoop(phase, author, {
    ...{ loop: "handoff", reviewer: phaseReviewer, reopened, outcome },
    written: reopened ? { ...written, markers: [] } : NOTHING_WRITTEN,
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

function runLoop(phase: PhaseRun, author: Author, choice: LoopChoice): Promise<LoopEnd> {
  const { loop, reviewer, written, reopened, outcome } = choice;
  const role = author.setup.material.role;
  const segment = loop === "review" ? role : `${role}@handoff`;
  return runDocumentLoop(phase, {
    loop,
    reviewer: reviewer.material.role,
    kind: author.kind,
    policy: { maxRounds: phase.run.head.config.review.maxRounds, finalValidation: "none", atCap: "notes" },
    template: `${phase.name}.${loop}` as CommitTemplate, // every document phase has both templates
    reopened,
    earlierMarkers: written.markers,
    firstSummary: written.summary,
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

/** The person's request counts as a blocker by reviewer `user`; the reviewers keep their sessions. */
async function answerRequest(
  phase: PhaseRun,
  author: Author,
  reviewers: readonly RoleId[],
  wish: string,
): Promise<Written> {
  phase.steps.startOver();
  const issues: RoleIssue[] = [{ severity: "blocker", description: wish, reviewer: "user" }];
  const written = await writeArtifact(phase, reviseJob(author, 0, author.setup.material.role, issues));
  const template = `${phase.name}.review` as CommitTemplate;
  const commit = { round: 0, segment: "request-commit", template, number: 0, others: written.others };
  requireFresh(phase, reviewers, await commitArtifact(phase, commit));
  await noteUserRequest(phase, wish, written.summary);
  return written;
}

/** Only the reviews start over; they review what the person edited meanwhile. */
async function takeOverEdits(phase: PhaseRun, document: DocumentPhase): Promise<Written> {
  startOver(phase);
  for (;;) {
    const name = phase.steps.next(0, "rerun");
    const seen = await phase.run.step({ name, input: null, work: async () => ({ ...(await look(phase)) }) });
    if (seen.branch === phase.world.expected.branch) {
      phase.world.accept(seen);
      break;
    }
    await settleForeignChange(phase, name, seen);
  }
  await absorbEdit(phase, document.kind, 0);
  return NOTHING_WRITTEN;
}

function endOf(choice: PhaseEnd["choice"], { review, handoff }: Reviews): PhaseEnd {
  return { choice, rounds: review.rounds + handoff.rounds, notes: review.issues.length + handoff.issues.length };
}
