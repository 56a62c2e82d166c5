// create-plan and create-tasks: from the design to ordered steps, and from those to tasks to be implemented one by one.
import type { FeatureMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { setUpPhase } from "../../review/set-up-phase.ts";
import { withProject } from "../../work/given/project-context.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { type DocumentPhase, type PhaseEnd, runDocumentPhase } from "./document-phase.ts";

export function createPlan(phase: PhaseRun, meta: FeatureMeta): Promise<PhaseEnd> {
  return runFrom(phase, meta, { kind: "plan", author: "plan-author", reviewer: "plan-reviewer" });
}

export function createTasks(phase: PhaseRun, meta: FeatureMeta): Promise<PhaseEnd> {
  return runFrom(phase, meta, { kind: "tasks", author: "task-author", reviewer: "task-reviewer" });
}

async function runFrom(phase: PhaseRun, meta: FeatureMeta, document: DocumentPhase): Promise<PhaseEnd> {
  const setup = await setUpPhase(phase, meta);
  return runDocumentPhase(phase, document, {
    ...setup,
    featureText: await withProject(phase, meta),
  });
}
