// The two review loops of a brainstorm: is the PRD complete and honest, and is it ready to become a feature? The
// reviewers are always fresh and are given the issues that were open before. A cap does not stop the run: it is
// reported, and the person decides what becomes of the PRD.

import { holdingUp, type Readiness, readinessOf } from "../../../domain/review/brainstorm.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import { roundsTaken } from "../../../domain/review/rounds-taken.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import { runDocumentLoop, type Written } from "../../review/document-loop.ts";
import { documentPrompts } from "../../review/document-prompts.ts";
import type { LoopEnd } from "../../review/loop/reviewed.ts";
import { type Setup, setUpRole } from "../../review/set-up-phase.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { tellOnce } from "../../work/tell-once.ts";
import { type Author, reviseJob } from "../document/author-jobs.ts";
import { writeArtifact } from "../document/write-artifact.ts";

export interface PrdReviews {
  readonly readiness: Readiness;
  readonly rounds: number;
  /** Issues left open at a cap, without suggestions. */
  readonly issues: readonly RoleIssue[];
}

type PrdSetup = Pick<Setup, "prd" | "guides" | "lessons">;

export async function reviewPrd(
  phase: PhaseRun,
  setup: PrdSetup,
  author: Author,
  written: Written,
): Promise<PrdReviews> {
  const review = await runLoop(phase, setup, author, { loop: "review", reviewer: "prd-reviewer", written });
  const handoff = await runLoop(phase, setup, author, {
    ...{ loop: "handoff", reviewer: "brainstorm-reviewer", written: { ...written, markers: [] } },
    before: review,
  });
  await tellOpenIssues(phase, [
    { reviewer: "prd-reviewer", end: review },
    { reviewer: "brainstorm-reviewer", end: handoff },
  ]);
  return {
    readiness: readinessOf(review, handoff),
    rounds: roundsTaken(review, handoff),
    issues: holdingUp([...review.issues, ...handoff.issues]),
  };
}

interface LoopChoice {
  readonly loop: "review" | "handoff";
  readonly reviewer: RoleId;
  readonly written: Written;
  /** How the PRD reviewer's loop ended. */
  readonly before?: LoopEnd;
}

async function runLoop(phase: PhaseRun, setup: PrdSetup, author: Author, choice: LoopChoice): Promise<LoopEnd> {
  const { loop, reviewer, written, before } = choice;
  const role = author.setup.material.role;
  const maxRounds = phase.run.head.config.review.brainstormRounds;
  const material = await setUpRole(phase, setup, reviewer);
  const outcome = before && {
    reviewer: "prd-reviewer",
    approved: before.outcome === "approved",
    round: before.rounds,
    maxRounds,
    unresolved: before.issues,
  };
  return runDocumentLoop(phase, {
    loop,
    reviewer,
    kind: author.kind,
    policy: { maxRounds, finalValidation: "none" },
    template: undefined,
    reopened: false,
    earlierMarkers: written.markers,
    firstSummary: written.summary,
    found: written.found,
    atCap: async () => ({ answer: "accepted", by: "rule" }), // decided with the readiness check
    prompts: (facts) => documentPrompts(phase, material, facts, outcome),
    revise: (round, issues) =>
      writeArtifact(phase, reviseJob(author, round, loop === "review" ? role : `${role}@handoff`, issues)),
  });
}

async function tellOpenIssues(
  phase: Parts<"ports" | "run" | "steps">,
  loops: readonly { readonly reviewer: string; readonly end: LoopEnd }[],
): Promise<void> {
  const warnings = loops.flatMap(({ reviewer, end }) => {
    if (end.outcome === "approved") return [];
    const open = holdingUp(end.issues).length;
    return [`${reviewer}: ${open} ${open === 1 ? "issue" : "issues"} left open at the cap of ${end.rounds} rounds`];
  });
  await tellOnce(phase, "left-open", warnings, warnings);
}
