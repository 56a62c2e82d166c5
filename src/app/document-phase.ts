// A document phase, from the first draft to the completion commit: draft, the engine's own check, the domain reviewer's
// loop, the phase-reviewer's loop, completion, closing question. Every document phase is this function with other data.
import type { ArtifactKind } from "../domain/artifact.ts";
import { draftPrompt, findingsPrompt, freshRevisionPrompt, resumedRevisionPrompt } from "../domain/author-prompt.ts";
import type { CommitTemplate } from "../domain/config.ts";
import type { RoleIssue } from "../domain/review-loop.ts";
import type { DomainOutcome } from "../domain/review-prompt.ts";
import type { RoleId } from "../domain/role.ts";
import { askClosing, type ClosingChoice } from "./closing.ts";
import { absorbEdit, commitArtifact } from "./commit-artifact.ts";
import { completePhase } from "./complete-phase.ts";
import { documentPrompts } from "./document-prompts.ts";
import { noteUserRequest } from "./history.ts";
import type { PhaseWork } from "./phase-work.ts";
import { type LoopEnd, type ReviewJob, runReviewLoop } from "./review-loop.ts";
import { type RoleSetup, type Setup, setUpRole } from "./set-up-phase.ts";
import { look } from "./world.ts";
import { type WriteJob, type Written, writeArtifact } from "./write-artifact.ts";

export interface DocumentPhase {
  readonly kind: ArtifactKind;
  readonly author: RoleId;
  readonly reviewer: RoleId;
}

export interface PhaseEnd {
  readonly choice: "continue" | "review";
  readonly rounds: number;
  readonly notes: number;
}

export async function runDocumentPhase(work: PhaseWork, phase: DocumentPhase, setup: Setup): Promise<PhaseEnd> {
  const author = await setUpRole(work, setup, phase.author);
  let written = await writeArtifact(work, draftJob(work, phase, author, setup));
  await commitDraft(work, written.others);
  let reopened = false;
  for (;;) {
    const review = await runReviewLoop(
      work,
      await reviewJob(work, phase, author, setup, { loop: "review", written, reopened }),
    );
    const outcome = domainOutcome(work, phase, review);
    const handoff = await runReviewLoop(
      work,
      await reviewJob(work, phase, author, setup, { loop: "handoff", written: undefined, reopened, outcome }),
    );
    // a change by hand, or by a commit hook, after the last verdict: nobody has judged that text yet
    if (work.judged === work.expected.blob) await completePhase(work, { startedAt: setup.at, review, handoff });
    if (work.judged !== work.expected.blob) {
      startOver(work);
      await absorbEdit(work, phase.kind, 0);
      written = { summary: "", markers: [], others: [] };
      reopened = false;
      continue;
    }
    const choice = await askClosing(work);
    if (choice.type === "end") return endOf(choice, review, handoff);
    reopened = choice.type === "request-changes";
    written =
      choice.type === "request-changes"
        ? await answerRequest(work, phase, author, setup, choice.text)
        : await takeOverEdits(work, phase);
  }
}

function draftJob(work: PhaseWork, phase: DocumentPhase, author: RoleSetup, setup: Setup): WriteJob {
  const task = { path: work.artifact, feature: setup.featureText };
  return {
    ...authorJob(work, phase, author, setup, 0, phase.author),
    activity: "draft",
    fresh: (extra) => draftPrompt(author.material, { ...task, ...extra }),
    resumed: undefined,
  };
}

function reviseJob(
  work: PhaseWork,
  phase: DocumentPhase,
  author: RoleSetup,
  setup: Setup,
  job: { round: number; segment: string; issues: readonly RoleIssue[] },
): WriteJob {
  const task = { path: work.artifact, feature: setup.featureText };
  return {
    ...authorJob(work, phase, author, setup, job.round, job.segment),
    activity: "revise",
    fresh: (extra) => freshRevisionPrompt(author.material, { ...task, ...extra }, job.issues),
    resumed: (extra) => resumedRevisionPrompt({ ...task, ...extra }, job.issues),
  };
}

function authorJob(
  work: PhaseWork,
  phase: DocumentPhase,
  author: RoleSetup,
  setup: Setup,
  round: number,
  segment: string,
) {
  const task = { path: work.artifact, feature: setup.featureText };
  return {
    role: phase.author,
    kind: phase.kind,
    round,
    segment,
    requiredPaths: author.requiredPaths,
    requiredChars: author.requiredChars,
    repair: (findings: readonly string[]) => ({
      fresh: (extra: { facts: readonly string[]; fallback: boolean }) =>
        draftPrompt(author.material, { ...task, ...extra, facts: [...findings, ...extra.facts] }),
      resumed: (extra: { facts: readonly string[]; fallback: boolean }) =>
        findingsPrompt({ ...task, ...extra }, findings),
    }),
  };
}

interface LoopChoice {
  readonly loop: "review" | "handoff";
  readonly written: Written | undefined;
  readonly reopened: boolean;
  readonly outcome?: DomainOutcome;
}

async function reviewJob(
  work: PhaseWork,
  phase: DocumentPhase,
  author: RoleSetup,
  setup: Setup,
  choice: LoopChoice,
): Promise<ReviewJob> {
  const role = choice.loop === "review" ? phase.reviewer : "phase-reviewer";
  const reviewer = await setUpRole(work, setup, role);
  const segment = choice.loop === "review" ? phase.author : `${phase.author}@handoff`;
  return {
    loop: choice.loop,
    reviewer: role,
    kind: phase.kind,
    policy: { maxRounds: work.run.head.config.review.maxRounds, finalValidation: "none", atCap: "notes" },
    template: `${work.phase}.${choice.loop}` as CommitTemplate, // every document phase has both templates in config
    reopened: choice.reopened,
    earlierMarkers: choice.written?.markers ?? [],
    firstSummary: choice.written?.summary,
    prompts: (facts) => documentPrompts(work, reviewer, facts, choice.outcome),
    revise: (round, issues) => writeArtifact(work, reviseJob(work, phase, author, setup, { round, segment, issues })),
  };
}

function domainOutcome(work: PhaseWork, phase: DocumentPhase, end: LoopEnd): DomainOutcome {
  return {
    reviewer: phase.reviewer,
    approved: end.outcome === "approved",
    round: end.rounds,
    maxRounds: work.run.head.config.review.maxRounds,
    unresolved: end.issues,
  };
}

/** What will be reviewed is committed first; a commit git refuses stops the run, because there is nothing to compare with. */
async function commitDraft(work: PhaseWork, others: readonly string[]): Promise<void> {
  for (;;) {
    const draft = { round: 0, segment: "draft-commit", template: "draft", number: 0, others } as const;
    const committed = await commitArtifact(work, draft);
    if (committed.status !== "failed") return;
    await work.run.wait([
      {
        type: "pause",
        name: `draft-commit/${work.dispatches}/${work.attempts.size}/failed`,
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
  phase: DocumentPhase,
  author: RoleSetup,
  setup: Setup,
  wish: string,
): Promise<Written> {
  work.epoch += 1;
  const issues: RoleIssue[] = [{ severity: "blocker", description: wish, reviewer: "user" }];
  const written = await writeArtifact(
    work,
    reviseJob(work, phase, author, setup, { round: 0, segment: phase.author, issues }),
  );
  const template = `${work.phase}.review` as CommitTemplate;
  await commitArtifact(work, { round: 0, segment: "request-commit", template, number: 0, others: written.others });
  await noteUserRequest(work, wish, written.summary);
  return written;
}

/** Only the reviews restart; what the person edited meanwhile is what gets reviewed. */
async function takeOverEdits(work: PhaseWork, phase: DocumentPhase): Promise<Written> {
  startOver(work);
  const seen = await work.run.step({
    name: `${work.phase}/${work.epoch}/0/rerun/1`,
    input: null,
    work: async () => ({ ...(await look(work)) }),
  });
  work.expected = { ...seen, branch: work.expected.branch };
  await absorbEdit(work, phase.kind, 0);
  return { summary: "", markers: [], others: [] };
}

function startOver(work: PhaseWork): void {
  work.epoch += 1;
  work.sessions.clear();
  work.obstacles.clear();
}

function endOf(choice: Extract<ClosingChoice, { type: "end" }>, review: LoopEnd, handoff: LoopEnd): PhaseEnd {
  return {
    choice: choice.next,
    rounds: review.rounds + handoff.rounds,
    notes: review.issues.length + handoff.issues.length,
  };
}
