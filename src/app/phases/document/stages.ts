// Stages of a phase, recorded in `.meta.json` as they finish, with actual times. They go into the phase's next commit;
// only the journal decides where a stopped run continues.
import { printMeta, withStage } from "../../../domain/feature/meta/feature-meta.ts";
import type { Json } from "../../../domain/text/json/json.ts";
import { requireMeta } from "../../work/require-meta.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { metaPath } from "../../work/world.ts";
import { writeOwned } from "../../work/write-owned.ts";

export type RecordStage = (stage: string, facts: Readonly<Record<string, Json>>) => Promise<void>;

/** Each stage begins where the previous one ended. */
export function stageRecorder(phase: PhaseRun): RecordStage {
  let started = phase.run.head.createdAt;
  return async (stage, facts) => {
    const completed = await recordStage(phase, stage, { started, ...facts });
    started = completed;
  };
}

/** Returns when the stage was completed. */
async function recordStage(
  phase: PhaseRun,
  stage: string,
  { started, ...facts }: Readonly<Record<string, Json>> & { readonly started: string },
): Promise<string> {
  const completed = await phase.run.step({
    name: phase.steps.next(0, `stage-${stage}-end`),
    input: null,
    work: async () => phase.ports.clock.now().toISOString(),
  });
  const record = { started, completed, ...facts };
  const path = metaPath(phase);
  const meta = await writeOwned(phase, {
    segment: `stage-${stage}`,
    path,
    input: record,
    compose: async () => {
      const meta = requireMeta(path, await phase.ports.tree.read(path));
      return printMeta(withStage(meta, phase.name, stage, record));
    },
  });
  phase.world.wroteMeta(meta);
  return completed;
}
