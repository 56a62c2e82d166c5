// A killed process leaves iflow.config.json as its agent or check had written it. It is put back before the settings of the
// run are read: what is asked and what counts must not depend on it. The steps themselves look again when they are done over.
import * as z from "zod";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Ports } from "../../../ports/ports.ts";
import { endLeft } from "../../dispatch/interrupted-dispatch.ts";
import { CONFIG_IS_BACK, putBackAfterKill } from "../../work/keep-config.ts";

export async function putBackLeft(ports: Ports, run: { readonly id: string; readonly feature: string }): Promise<void> {
  if (!(await ports.runs.left(run.id))?.unfinished.size) return;
  const lock = await lockIfFree(ports, run.feature);
  if (!lock) return; // whoever works on it looks itself
  try {
    const left = await ports.runs.left(run.id);
    for (const [step, notes] of left?.unfinished ?? []) {
      const before = configBefore(NotesSchema.parse(notes));
      if (!left || before === undefined || isOfLane(step)) continue; // its files are in another tree; it looks itself
      const who = workerOf(step);
      await endLeft({ ports }, { step, role: who }, notes);
      const file = `config/${step.replaceAll("/", "-")}`;
      await putBackAfterKill({ ports, run: { folder: left.folder } }, before, { who, file });
    }
  } finally {
    await lock.release();
  }
}

async function lockIfFree({ runs }: Ports, feature: string) {
  try {
    return await runs.lock(feature, { command: "iflow continue" });
  } catch (error) {
    if (error instanceof IflowError && error.code === "locked") return undefined;
    throw error;
  }
}

/** Undefined when it was looked at already, or there was nothing to restore. */
function configBefore(notes: z.infer<typeof NotesSchema>): string | null | undefined {
  const last = notes.findLast(({ type, config }) => type === CONFIG_IS_BACK || config !== undefined);
  return last?.type === CONFIG_IS_BACK ? undefined : last?.config;
}

/** `specify/1/1/spec-author/1`, `finish/1/0/check-test/1` */
function workerOf(step: string): string {
  const segment = step.split("/").at(-2) ?? step;
  return segment.startsWith("check-") ? `the check ${segment.slice("check-".length)}` : segment;
}

/** `implement/1/0/implementer-2/1/implementer-2/1` */
function isOfLane(step: string): boolean {
  return step.split("/").length > 5;
}

const NotesSchema = z.array(z.looseObject({ type: z.string(), config: z.string().nullish() }));
