// brainstorm: from one sentence to a PRD that is worth a feature. Clarify, research, draft, two review loops, a decision.
// It belongs to no feature yet: nothing is committed, and the PRD stays in the working tree until `create-feature --prd`
// takes a copy of it.
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import { absorbEdit, commitArtifact } from "../../review/commit-artifact.ts";
import type { Written } from "../../review/review-loop.ts";
import { setUpPhase, setUpRole } from "../../review/set-up-phase.ts";
import { noteUserRequest } from "../../work/history.ts";
import type { PhaseWork } from "../../work/phase-work.ts";
import { whenUndisturbed } from "../../work/world.ts";
import { type Author, draftJob, reviseJob } from "../document/author-jobs.ts";
import type { PhaseEnd } from "../document/document-phase.ts";
import { type WriteJob, writeArtifact } from "../document/write-artifact.ts";
import { clarifyIdea } from "./brainstorm-clarify.ts";
import { askDecision } from "./brainstorm-decision.ts";
import { researchIdea } from "./brainstorm-research.ts";
import { type PrdReviews, reviewPrd } from "./brainstorm-reviews.ts";

const NOTHING_WRITTEN: Written = { summary: "", markers: [], others: [] };

export async function brainstorm(work: PhaseWork): Promise<PhaseEnd> {
  const setup = await setUpPhase(work, undefined);
  const idea = await clarifyIdea(work);
  const research = await researchIdea(work, setup, idea);
  const author: Author = {
    setup: await setUpRole(work, setup, "prd-author"),
    kind: "prd",
    path: work.artifact,
    featureText: `${idea}\n\n${research}`,
  };
  let written = await write(work, draftJob(author));
  for (;;) {
    const reviews = await reviewPrd(work, setup, author, written);
    const decision = await askDecision(work, reviews.readiness);
    if (decision.type === "save") return endOf(work, reviews, "save");
    if (decision.type === "promote") {
      if (await isAsJudged(work)) return endOf(work, reviews, "promote");
      work.epoch += 1;
      await absorbEdit(work, author.kind, 0);
      written = NOTHING_WRITTEN;
      continue;
    }
    work.epoch += 1;
    const wish = decision.type === "refine" ? decision.wish : undefined;
    const issues: readonly RoleIssue[] =
      wish === undefined ? reviews.issues : [{ severity: "blocker", description: wish, reviewer: "user" }];
    written = await write(work, reviseJob(author, 0, author.setup.material.role, issues));
    if (wish !== undefined) await noteUserRequest(work, wish, written.summary);
  }
}

async function write(work: PhaseWork, job: WriteJob): Promise<Written> {
  const written = await writeArtifact(work, job);
  await commitArtifact(work, { round: 0, segment: "written", template: undefined, number: 0, others: [] });
  return written;
}

/** The person may have edited the PRD while the decision waited: what they promote has then not been judged. */
async function isAsJudged(work: PhaseWork): Promise<boolean> {
  const { blob } = work.expected;
  await whenUndisturbed(work, { round: 0, segment: "promote", input: null, work: async () => null });
  return work.expected.blob === blob;
}

function endOf(work: PhaseWork, { rounds, issues, readiness }: PrdReviews, decision: "promote" | "save"): PhaseEnd {
  return {
    choice: decision === "promote" ? "continue" : "review",
    rounds,
    notes: issues.length,
    facts: { prd: work.artifact, decision, idea: work.feature.description, readiness: readiness.text },
  };
}
