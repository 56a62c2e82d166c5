// Copies of the artifact's text in the run folder, by blob id. Prompts are made from these, so what a reviewer judges
// stays the same whatever happens to the file meanwhile, and a replay composes the same prompt.
import type { PhaseWork } from "./phase-work.ts";

/** Keeps the artifact as it is now; undefined when there is none. */
export async function keepText(work: PhaseWork, blob: string | null): Promise<string | undefined> {
  const text = await work.ports.tree.read(work.artifact);
  if (text !== undefined) await work.run.folder.write(nameOf(blob), text);
  return text;
}

/** The text the engine last kept of the artifact it expects. */
export async function keptText(work: PhaseWork): Promise<string> {
  const text = await findKeptText(work);
  if (text === undefined) throw new Error(`${work.artifact} was never kept as ${work.expected.blob}`);
  return text;
}

export function findKeptText(work: PhaseWork): Promise<string | undefined> {
  return keptTextOf(work, work.expected.blob);
}

/** An earlier text of the artifact. */
export function keptTextOf(work: PhaseWork, blob: string | null): Promise<string | undefined> {
  return work.run.folder.read(nameOf(blob));
}

function nameOf(blob: string | null): string {
  return `texts/${blob ?? "none"}.md`;
}
