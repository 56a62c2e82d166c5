// The implementation log. Only iflow writes it: anything an agent wrote to it is removed.
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import { warnOf } from "../../../work/tell-once.ts";
import { writeOwned } from "../../../work/write-owned.ts";
import type { Implementation } from "./implementation.ts";

/** Always whole, so that a crash cannot leave it half written. */
export async function writeLog(phase: PhaseRun, code: Implementation, text: string, segment: string): Promise<void> {
  code.wroteLog(text);
  await writeText(phase, text, segment);
}

/** The log of an earlier run is the one that is kept. */
export async function takeOverLog(phase: PhaseRun, code: Implementation): Promise<void> {
  const copy = "earlier-log.md";
  await phase.run.step({
    name: phase.steps.next(0, "earlier-log"),
    input: null,
    work: async () => {
      await phase.run.folder.write(copy, (await phase.ports.tree.read(phase.artifact)) ?? "");
      return null;
    },
  });
  code.wroteLog((await phase.run.folder.read(copy)) ?? "");
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
