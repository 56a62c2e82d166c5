// Stages of a phase, recorded in `.meta.json` as they finish, with real times. They are committed with the next commit of
// the phase; the journal alone decides where a stopped run goes on.

import { parseMeta, printMeta, withStage } from "../../../domain/feature/feature-meta.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Json } from "../../../domain/text/json.ts";
import { type PhaseRun, stepName } from "../../work/phase-run.ts";
import { metaPath } from "../../work/world.ts";
import { writeOwned } from "../../work/write-owned.ts";

export async function recordStage(
  phase: PhaseRun,
  stage: string,
  facts: Readonly<Record<string, Json>>,
): Promise<void> {
  const completed = await phase.run.step({
    name: stepName(phase, 0, `stage-${stage}-end`),
    input: null,
    work: async () => phase.ports.clock.now().toISOString(),
  });
  const record = { started: phase.stageStarted ?? phase.run.head.createdAt, completed, ...facts };
  const path = metaPath(phase);
  const meta = await writeOwned(phase, {
    segment: `stage-${stage}`,
    path,
    input: record,
    compose: async () => {
      const parsed = parseMeta((await phase.ports.tree.read(path)) ?? "");
      if (parsed.ok) return printMeta(withStage(parsed.meta, phase.name, stage, record));
      throw new IflowError("meta-corrupt", `${path}: ${parsed.problem}`, {
        fix: `restore it, e.g. git restore --source=HEAD -- ${path}, then: iflow continue`,
      });
    },
  });
  phase.expected = { ...phase.expected, meta };
  phase.stageStarted = completed;
}
