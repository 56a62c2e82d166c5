// design in five recorded stages: research, architecture, interface, design review, hand-off review. Research may fail
// on its own, and the author is told so; the two writing stages share one author's session.
import type { FeatureMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { printFindings, type Research } from "../../../domain/prompts/research.ts";
import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import { askRoles, type RoleTask } from "../../dispatch/ask-role.ts";
import type { Written } from "../../review/document-loop.ts";
import type { LoopEnd } from "../../review/loop/reviewed.ts";
import { type Setup, setUpPhase, setUpRole } from "../../review/set-up-phase.ts";
import { withProject } from "../../work/given/project-context.ts";
import { abilitiesFor } from "../../work/given/role-agents.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { type Author, draftJob, stageJob } from "./author-jobs.ts";
import { type PhaseEnd, runDocumentPhase } from "./document-phase.ts";
import { type RecordStage, stageRecorder } from "./stages.ts";
import { writeArtifact } from "./write-artifact.ts";

export async function design(phase: PhaseRun, meta: FeatureMeta): Promise<PhaseEnd> {
  const setup: Setup = {
    ...(await setUpPhase(phase, meta)),
    featureText: await withProject(phase, meta),
  };
  const recordStage = stageRecorder(phase);
  const research = await doResearch(phase, setup);
  await recordStage("research", research.unavailable ? { skipped: true } : {});
  const featureText = `${setup.featureText}\n\n## Research\n${printFindings(research)}`.trim();
  return runDocumentPhase(
    phase,
    {
      kind: "design",
      author: "design-author",
      reviewer: "design-reviewer",
      draft: (author) => draftInStages(phase, author, recordStage),
      reviewed: (loop, end) => recordLoop(recordStage, loop, end),
    },
    { ...setup, featureText },
  );
}

const RESEARCHERS = ["codebase-explorer", "internet-researcher"] as const;

/** Searches side by side for what exists here and elsewhere. */
async function doResearch(phase: PhaseRun, setup: Setup): Promise<Research> {
  const roles = RESEARCHERS.filter((role) => role !== "internet-researcher" || abilitiesFor(phase, role).web);
  const tasks: RoleTask<(typeof RESEARCHERS)[number]>[] = [];
  for (const role of roles) {
    const { material, requiredChars } = await setUpRole(phase, setup, role);
    const question = `${setup.featureText}\n\nA design is about to be written in ${phase.feature.folder}, from the documents there: find what it must know.`;
    tasks.push({
      role,
      activity: "research",
      writes: [],
      requiredChars,
      prompt: (facts) => taskPrompt(material, question, facts),
    });
  }
  const answers = await askRoles(phase, tasks);
  const [codebase, internet] = RESEARCHERS.map((role) => {
    const answer = answers[roles.indexOf(role)];
    return answer?.status === "answered" ? answer.value : undefined;
  });
  return { codebase, internet, unavailable: !codebase && !internet };
}

/** First everything except the contracts, then the contracts, by the same author. */
async function draftInStages(phase: PhaseRun, author: Author, recordStage: RecordStage): Promise<Written> {
  const architecture = await writeArtifact(
    phase,
    draftJob(author, "Stage: architecture. Write everything except Interfaces."),
  );
  await recordStage("architecture", {});
  const interfaces = await writeArtifact(
    phase,
    stageJob(
      author,
      "interface",
      "Stage: interfaces. Fill the section Interfaces; change the rest only where a contract shows that it was wrong.",
    ),
  );
  await recordStage("interface", {});
  return {
    summary: [architecture.summary, interfaces.summary].join("\n\n"),
    markers: [...architecture.markers, ...interfaces.markers],
    others: [...new Set([...architecture.others, ...interfaces.others])],
    found: interfaces.found, // of the whole document, as it is now
  };
}

async function recordLoop(recordStage: RecordStage, loop: "review" | "handoff", end: LoopEnd): Promise<void> {
  const { rounds: iterations, outcome } = end;
  const approved = outcome === "approved";
  const reviewerNotes = approved ? [] : end.issues.map(({ description }) => description);
  const stage = loop === "review" ? "designReview" : "handoffReview";
  await recordStage(stage, { iterations, approved, reviewerNotes });
}
