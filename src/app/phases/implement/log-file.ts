// The implementation log. Only iflow writes it: anything an agent wrote to it is removed.
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { warnOf } from "../../work/tell-once.ts";
import { writeOwned } from "../../work/write-owned.ts";
import type { Implementation } from "./implementation.ts";

/** Always whole, so that a crash cannot leave it half written. */
export async function writeLog(phase: PhaseRun, code: Implementation, text: string, segment: string): Promise<void> {
  code.wroteLog(text);
  await writeText(phase, text, segment);
}

/** `changed`: the files that an agent changed. */
export async function restoreLog(phase: PhaseRun, { log }: Implementation, changed: readonly string[]): Promise<void> {
  if (log === "" || !changed.includes(phase.artifact)) return;
  await warnOf(phase, phase.artifact, "only iflow writes it; it is put back");
  await writeText(phase, log, "log-kept");
}

async function writeText(phase: PhaseRun, text: string, segment: string): Promise<void> {
  const blob = await writeOwned(phase, { segment, path: phase.artifact, input: text, compose: async () => text });
  phase.world.wrote(blob);
}
