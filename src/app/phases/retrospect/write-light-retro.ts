// The retrospective of a feature at light depth: its records, written down by the engine. No agent looks back, and the
// knowledge bank stays as it is.
import { depthSentence } from "../../../domain/feature/depth.ts";
import { printFallbackRetro } from "../../../domain/knowledge/retro.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { readRetroContext } from "./retro-context.ts";
import { commitRetro, writeRetroText } from "./write-retro.ts";

export async function writeLightRetro(phase: PhaseRun, base: string): Promise<void> {
  const { sources } = await readRetroContext(phase, base);
  await writeRetroText(
    phase,
    printFallbackRetro(sources, `light depth asks no agent to look back. ${depthSentence("light")}`),
  );
  await commitRetro(phase, []);
}
