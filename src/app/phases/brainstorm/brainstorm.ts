// brainstorm: from one sentence to a PRD that is worth a feature. Clarify, research, draft, the author's questions, two
// review loops, a decision. There is no feature yet: nothing is committed, and the PRD stays in the working tree until `create-feature
// --prd` copies it.
import type { Json } from "../../../domain/text/json/json.ts";
import { absorbEdit, commitArtifact } from "../../review/commit-artifact.ts";
import { NOTHING_WRITTEN, type Written } from "../../review/document-loop.ts";
import { setUpPhase, setUpRole } from "../../review/set-up-phase.ts";
import { wish } from "../../work/decide.ts";
import { noteUserRequest } from "../../work/history.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { whenUndisturbed } from "../../work/world.ts";
import { type Author, draftJob, reviseJob } from "../document/author-jobs.ts";
import type { PhaseEnd } from "../document/document-phase.ts";
import { type WriteJob, writeArtifact } from "../document/write-artifact.ts";
import { clarifyIdea } from "./brainstorm-clarify.ts";
import { askDecision } from "./brainstorm-decision.ts";
import { answerAuthor } from "./brainstorm-questions.ts";
import { researchIdea } from "./brainstorm-research.ts";
import { type PrdReviews, reviewPrd } from "./brainstorm-reviews.ts";

export async function brainstorm(phase: PhaseRun): Promise<PhaseEnd> {
  const setup = await setUpPhase(phase);
  const idea = await clarifyIdea(phase);
  const research = await researchIdea(phase, setup, idea);
  const author: Author = {
    setup: await setUpRole(phase, setup, "prd-author"),
    kind: "prd",
    path: phase.artifact,
    featureText: `${idea}\n\n${research}`,
  };
  let written = await settleQuestions(phase, author, await write(phase, draftJob(author)));
  for (;;) {
    const reviews = await reviewPrd(phase, setup, author, written);
    const decision = await askDecision(phase, reviews.readiness);
    if (decision.type === "save") return endOf(phase, reviews, "save");
    if (decision.type === "promote") {
      if (await isAsJudged(phase)) return endOf(phase, reviews, "promote");
      phase.steps.startOver();
      written = { ...NOTHING_WRITTEN, found: await absorbEdit(phase, author.kind, 0) };
      continue;
    }
    phase.steps.startOver();
    const wished =
      decision.type === "refine" ? await wish(phase, "review", { kind: "request", text: decision.wish }) : undefined;
    const issues = wished ? [wished.issue] : reviews.issues;
    written = await write(phase, reviseJob(author, 0, author.setup.material.role, issues));
    phase.register.answer(written.summary);
    if (wished) noteUserRequest(phase, wished.decision, written.summary);
  }
}

/** The author works in what the person answered; without an answer the draft is reviewed as it is. */
async function settleQuestions(phase: PhaseRun, author: Author, draft: Written): Promise<Written> {
  const answered = await answerAuthor(phase);
  if (answered.length === 0) return draft;
  const issues = answered.map(({ issue }) => issue);
  const written = await write(phase, reviseJob(author, 0, author.setup.material.role, issues));
  phase.register.answer(written.summary);
  for (const { decision } of answered) noteUserRequest(phase, decision, written.summary);
  return { ...written, markers: [...draft.markers, ...written.markers] };
}

async function write(phase: PhaseRun, job: WriteJob): Promise<Written> {
  const written = await writeArtifact(phase, job);
  await commitArtifact(phase, { round: 0, segment: "written", template: undefined, number: 0, others: [] });
  return written;
}

/** The person may have edited the PRD while the decision was pending; what they promote has then not been judged. */
async function isAsJudged(phase: PhaseRun): Promise<boolean> {
  const { blob } = phase.world.expected;
  await whenUndisturbed(phase, { round: 0, segment: "promote", input: null, work: async () => null });
  return phase.world.expected.blob === blob;
}

function endOf(
  phase: Parts<"artifact" | "decisions" | "feature">,
  { rounds, issues, readiness }: PrdReviews,
  decision: "promote" | "save",
): PhaseEnd {
  const { decisions } = phase.decisions;
  return {
    choice: decision === "promote" ? "continue" : "review",
    rounds,
    notes: issues.length,
    facts: {
      ...{ prd: phase.artifact, decision, idea: phase.feature.description, readiness: readiness.text },
      ...(decisions.length > 0 && { decisions: [...decisions] as Json[] }), // as they will stand in `.meta.json`
    },
  };
}
