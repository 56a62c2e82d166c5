// A document phase, from the first draft to the completion commit: draft, the engine's own check, the domain reviewer's
// loop, the phase-reviewer's loop, completion, closing question. Every document phase is this function with other data.
import type { CommitTemplate } from "../../../domain/config/config.ts";
import type { ArtifactKind } from "../../../domain/documents/artifact.ts";
import type { DomainOutcome } from "../../../domain/prompts/review-prompt.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import type { Json } from "../../../domain/text/json.ts";
import { askClosing } from "../../review/closing.ts";
import { absorbEdit, commitArtifact, obstructSessions } from "../../review/commit-artifact.ts";
import { completePhase } from "../../review/complete-phase.ts";
import { documentPrompts } from "../../review/document-prompts.ts";
import { type LoopEnd, runReviewLoop, type Written } from "../../review/review-loop.ts";
import { type RoleSetup, type Setup, setUpRole } from "../../review/set-up-phase.ts";
import { noteUserRequest } from "../../work/history.ts";
import { type PhaseWork, stepName } from "../../work/phase-work.ts";
import { look, settleForeignChange } from "../../work/world.ts";
import { type Author, draftJob, reviseJob } from "./author-jobs.ts";
import { writeArtifact } from "./write-artifact.ts";

export interface DocumentPhase {
  readonly kind: ArtifactKind;
  readonly author: RoleId;
  readonly reviewer: RoleId;
  /** Several dispatches instead of one draft. */
  draft?(author: Author): Promise<Written>;
  /** Told when a loop has ended. */
  reviewed?(loop: "review" | "handoff", end: LoopEnd): Promise<void>;
}

export interface PhaseEnd {
  /** `cancelled`: the person decided against the phase before it began. */
  readonly choice: "continue" | "review" | "cancelled";
  readonly rounds: number;
  readonly notes: number;
  /** What the phase wants to tell beside that, for `--json`: the merge commit, the path of a PRD. */
  readonly facts?: Readonly<Record<string, Json>>;
}

/** Both loops of one epoch. */
interface Reviews {
  readonly review: LoopEnd;
  readonly handoff: LoopEnd;
}

export async function runDocumentPhase(work: PhaseWork, phase: DocumentPhase, setup: Setup): Promise<PhaseEnd> {
  const author: Author = {
    setup: await setUpRole(work, setup, phase.author),
    kind: phase.kind,
    path: work.artifact,
    featureText: setup.featureText,
  };
  let written = await (phase.draft?.(author) ?? writeArtifact(work, draftJob(author)));
  await commitDraft(work, written.others);
  let reopened = false;
  for (;;) {
    const reviews = await runReviews(work, phase, setup, author, written, reopened);
    // a change by hand, or by a commit hook, after the last verdict: nobody has judged that text yet
    if (work.judged === work.expected.blob) await completePhase(work, { startedAt: setup.at, ...reviews });
    if (work.judged !== work.expected.blob) {
      startOver(work);
      await absorbEdit(work, phase.kind, 0);
      [written, reopened] = [NOTHING_WRITTEN, false];
      continue;
    }
    const choice = await askClosing(work);
    if (choice.type === "end") return endOf(choice.next, reviews);
    reopened = choice.type === "request-changes";
    written =
      choice.type === "rerun"
        ? await takeOverEdits(work, phase)
        : await answerRequest(work, author, [phase.reviewer, "phase-reviewer"], choice.text);
  }
}

const NOTHING_WRITTEN: Written = { summary: "", markers: [], others: [] };

async function runReviews(
  work: PhaseWork,
  phase: DocumentPhase,
  setup: Setup,
  author: Author,
  written: Written,
  reopened: boolean,
): Promise<Reviews> {
  const domain = await setUpRole(work, setup, phase.reviewer);
  const review = await runLoop(work, author, { loop: "review", reviewer: domain, written, reopened });
  await phase.reviewed?.("review", review);
  const { maxRounds } = work.run.head.config.review;
  const outcome: DomainOutcome = {
    reviewer: phase.reviewer,
    approved: review.outcome === "approved",
    round: review.rounds,
    maxRounds,
    unresolved: review.issues,
  };
  const gate = await setUpRole(work, setup, "phase-reviewer");
  const handoff = await runLoop(work, author, {
    ...{
      loop: "handoff",
      reviewer: gate,
      written: reopened ? { ...written, markers: [] } : NOTHING_WRITTEN,
      reopened,
      outcome,
    },
  });
  await phase.reviewed?.("handoff", handoff);
  return { review, handoff };
}

interface LoopChoice {
  readonly loop: "review" | "handoff";
  readonly reviewer: RoleSetup;
  readonly written: Written;
  readonly reopened: boolean;
  readonly outcome?: DomainOutcome;
}

function runLoop(work: PhaseWork, author: Author, choice: LoopChoice): Promise<LoopEnd> {
  const { loop, reviewer, written, reopened, outcome } = choice;
  const role = author.setup.material.role;
  const segment = loop === "review" ? role : `${role}@handoff`;
  return runReviewLoop(work, {
    loop,
    reviewer: reviewer.material.role,
    kind: author.kind,
    policy: { maxRounds: work.run.head.config.review.maxRounds, finalValidation: "none", atCap: "notes" },
    template: `${work.phase}.${loop}` as CommitTemplate, // every document phase has both templates in config
    reopened,
    earlierMarkers: written.markers,
    firstSummary: written.summary,
    prompts: (facts) => documentPrompts(work, reviewer, facts, outcome),
    revise: (round, issues) => writeArtifact(work, reviseJob(author, round, segment, issues, reviewer.material.role)),
  });
}

/** What will be reviewed is committed first; a commit git refuses stops the run: there would be nothing to compare with. */
async function commitDraft(work: PhaseWork, others: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const draft = { round: 0, segment: "draft-commit", template: "draft", number: 0, others } as const;
    const committed = await commitArtifact(work, draft);
    if (committed.status !== "failed") return;
    await work.run.wait([
      {
        type: "pause",
        name: `${work.phase}/${work.epoch}/0/draft-commit/failed/${attempt}`,
        reason: "git-failed",
        text: `git refused to commit ${work.artifact}; the draft is in your working tree.`,
        detail: committed.problem,
        fix: "do what git asks for, then: iflow continue",
      },
    ]);
  }
}

/** The person's wish is a blocker of reviewer `user`; the reviewers keep their sessions. */
async function answerRequest(
  work: PhaseWork,
  author: Author,
  reviewers: readonly RoleId[],
  wish: string,
): Promise<Written> {
  work.epoch += 1;
  const issues: RoleIssue[] = [{ severity: "blocker", description: wish, reviewer: "user" }];
  const written = await writeArtifact(work, reviseJob(author, 0, author.setup.material.role, issues));
  const template = `${work.phase}.review` as CommitTemplate;
  const commit = { round: 0, segment: "request-commit", template, number: 0, others: written.others };
  obstructSessions(work, reviewers, await commitArtifact(work, commit));
  await noteUserRequest(work, wish, written.summary);
  return written;
}

/** Only the reviews restart; what the person edited meanwhile is what gets reviewed. */
async function takeOverEdits(work: PhaseWork, phase: DocumentPhase): Promise<Written> {
  startOver(work);
  for (;;) {
    const name = stepName(work, 0, "rerun");
    const seen = await work.run.step({ name, input: null, work: async () => ({ ...(await look(work)) }) });
    if (seen.branch === work.expected.branch) {
      work.expected = seen;
      break;
    }
    await settleForeignChange(work, name, seen);
  }
  await absorbEdit(work, phase.kind, 0);
  return NOTHING_WRITTEN;
}

function startOver(work: PhaseWork): void {
  work.epoch += 1;
  work.sessions.clear();
  work.obstacles.clear();
}

function endOf(choice: PhaseEnd["choice"], { review, handoff }: Reviews): PhaseEnd {
  return { choice, rounds: review.rounds + handoff.rounds, notes: review.issues.length + handoff.issues.length };
}
