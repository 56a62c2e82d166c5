// Copies of the artifact's text in the run folder, by blob id. Prompts are made from these, so what a reviewer judges
// stays the same whatever happens to the file meanwhile, and a replay composes the same prompt.
import type { PhaseRun } from "./phase-run.ts";

/** Keeps the artifact as it is now; undefined when there is none. */
export async function keepText(phase: PhaseRun, blob: string | null): Promise<string | undefined> {
  const text = await phase.ports.tree.read(phase.artifact);
  if (text !== undefined) await phase.run.folder.write(nameOf(blob), text);
  return text;
}

/** The text the engine last kept of the artifact it expects. */
export async function keptText(phase: PhaseRun): Promise<string> {
  const text = await findKeptText(phase);
  if (text === undefined) throw new Error(`${phase.artifact} was never kept as ${phase.world.expected.blob}`);
  return text;
}

export function findKeptText(phase: PhaseRun): Promise<string | undefined> {
  return keptTextOf(phase, phase.world.expected.blob);
}

/** An earlier text of the artifact. */
export function keptTextOf(phase: PhaseRun, blob: string | null): Promise<string | undefined> {
  return phase.run.folder.read(nameOf(blob));
}

function nameOf(blob: string | null): string {
  return `texts/${blob ?? "none"}.md`;
}
