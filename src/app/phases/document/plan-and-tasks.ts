// create-plan and create-tasks: from the design to ordered steps, and from those to tasks an implementer can take one by one.
import type { FeatureMeta } from "../../../domain/feature/feature-meta.ts";
import { setUpPhase } from "../../review/set-up-phase.ts";
import type { PhaseWork } from "../../work/phase-work.ts";
import { withProject } from "../../work/project-context.ts";
import { type DocumentPhase, type PhaseEnd, runDocumentPhase } from "./document-phase.ts";

export function createPlan(work: PhaseWork, meta: FeatureMeta): Promise<PhaseEnd> {
  return runFrom(work, meta, { kind: "plan", author: "plan-author", reviewer: "plan-reviewer" });
}

export function createTasks(work: PhaseWork, meta: FeatureMeta): Promise<PhaseEnd> {
  return runFrom(work, meta, { kind: "tasks", author: "task-author", reviewer: "task-reviewer" });
}

async function runFrom(work: PhaseWork, meta: FeatureMeta, phase: DocumentPhase): Promise<PhaseEnd> {
  const setup = await setUpPhase(work, meta.brainstorm_source ?? undefined);
  return runDocumentPhase(work, phase, {
    ...setup,
    featureText: await withProject(work, meta, work.feature.description),
  });
}
