// specify: from a PRD, or from the person's own words, to a specification that two reviewers have approved. At light
// depth it is short, and only the engine checks it; once such a feature escalates, the same text goes to the reviewers.
import { escalatedText } from "../../../domain/feature/depth.ts";
import type { FeatureMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { LIGHT_SPEC } from "../../../domain/prompts/light-spec.ts";
import type { Question } from "../../../domain/run/questions/question.ts";
import { absorbEdit } from "../../review/commit-artifact.ts";
import { NOTHING_WRITTEN } from "../../review/document-loop.ts";
import { setUpPhase } from "../../review/set-up-phase.ts";
import { withProject } from "../../work/given/project-context.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { whyEscalated } from "../../work/why-escalated.ts";
import { draftJob } from "./author-jobs.ts";
import { type PhaseEnd, runDocumentPhase } from "./document-phase.ts";
import { settleDepth } from "./settle-depth.ts";
import { writeArtifact } from "./write-artifact.ts";

const FROM_DESCRIPTION = "from-description";

const REQUIREMENTS = [
  { name: "problem", text: "Whose problem does this solve, and what goes wrong today?" },
  { name: "success", text: "How will you see that it works? Name results that can be checked." },
  { name: "scope", text: "What is out of scope, and which limits must hold?" },
] as const;

export async function specify(phase: PhaseRun, meta: FeatureMeta): Promise<PhaseEnd> {
  const setup = await setUpPhase(phase, meta);
  const depth = await settleDepth(phase, setup);
  const escalated = await whyEscalated(phase, meta);
  const isSmall = depth?.depth === "light" || escalated !== undefined;
  const answers = setup.prd === null && !isSmall ? await askRequirements(phase) : [];
  const featureText = await withProject(phase, meta, answers.join("\n\n"));
  return runDocumentPhase(
    phase,
    {
      ...{ kind: "spec", author: "spec-author", reviewer: "spec-reviewer", depth },
      ...(depth?.depth === "light" && { draft: (author) => writeArtifact(phase, draftJob(author, LIGHT_SPEC)) }),
      // what the code was written from is judged as it is
      ...(escalated && { draft: async () => ({ ...NOTHING_WRITTEN, found: await absorbEdit(phase, "spec", 0) }) }),
      ...(escalated && { remark: escalatedText(escalated) }),
    },
    { ...setup, featureText },
  );
}

/** Without a PRD the person is asked everything at once; any answer may be left to the author. */
async function askRequirements(phase: Parts<"run">): Promise<string[]> {
  const questions = REQUIREMENTS.map(
    ({ name, text }): Question => ({
      type: "question",
      name: `specify/1/0/${name}`,
      topic: "requirements",
      text,
      options: [{ value: FROM_DESCRIPTION, label: "Leave it to the author", hint: "it gets only your description" }],
      freeText: true,
      default: FROM_DESCRIPTION,
    }),
  );
  const answers = await phase.run.wait(questions);
  return REQUIREMENTS.flatMap(({ text }, index) => {
    const answer = answers[index];
    return answer && answer !== FROM_DESCRIPTION ? [`${text}\n${answer}`] : [];
  });
}
