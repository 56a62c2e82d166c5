// Stages of a phase, recorded in `.meta.json` as they finish, with real times. They are committed with the next commit of
// the phase; the journal alone decides where a stopped run goes on.
import { IflowError } from "../domain/errors.ts";
import { parseMeta, printMeta, withStage } from "../domain/feature-meta.ts";
import type { Json } from "../domain/json.ts";
import type { PhaseWork } from "./phase-work.ts";
import { metaPath, whenUndisturbed } from "./world.ts";

export async function recordStage(
  work: PhaseWork,
  stage: string,
  facts: Readonly<Record<string, Json>>,
): Promise<void> {
  const path = metaPath(work);
  const { meta, completed } = await whenUndisturbed(work, {
    round: 0,
    segment: `stage-${stage}`,
    input: { ...facts },
    work: async () => {
      const { tree, clock, snapshots } = work.ports;
      const parsed = parseMeta((await tree.read(path)) ?? "");
      if (!parsed.ok) {
        throw new IflowError("meta-corrupt", `${path}: ${parsed.problem}`, {
          fix: `restore it, e.g. git restore --source=HEAD -- ${path}, then: iflow continue`,
        });
      }
      const now = clock.now().toISOString();
      const record = { started: work.stageStarted ?? work.run.head.createdAt, completed: now, ...facts };
      await tree.write(path, printMeta(withStage(parsed.meta, work.phase, stage, record)));
      return { meta: (await snapshots.blobs([path]))[path] ?? null, completed: now };
    },
  });
  work.expected = { ...work.expected, meta };
  work.stageStarted = completed;
}
