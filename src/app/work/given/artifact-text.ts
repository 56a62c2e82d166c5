// Copies of the artifact's text in the run folder, by blob id. Prompts are composed from these copies, so a reviewer
// judges the same text whatever happens to the file meanwhile, and a replay composes the same prompt.
import type { Parts } from "../state/phase-run.ts";

/** Keeps a copy of the artifact as it is now; undefined when there is none. */
export async function keepText(
  phase: Parts<"artifact" | "ports" | "run">,
  blob: string | null,
): Promise<string | undefined> {
  const text = await phase.ports.tree.read(phase.artifact);
  if (text !== undefined) await phase.run.folder.write(nameOf(blob), text);
  return text;
}

/** The text kept of the artifact version that the engine expects. */
export async function keptText(phase: Parts<"artifact" | "run" | "world">): Promise<string> {
  const text = await findKeptText(phase);
  if (text === undefined) throw new Error(`${phase.artifact} was never kept as ${phase.world.expected.blob}`);
  return text;
}

export function findKeptText(phase: Parts<"run" | "world">): Promise<string | undefined> {
  return keptTextOf(phase, phase.world.expected.blob);
}

/** The text of an earlier version of the artifact. */
export function keptTextOf(phase: Parts<"run">, blob: string | null): Promise<string | undefined> {
  return phase.run.folder.read(nameOf(blob));
}

function nameOf(blob: string | null): string {
  return `texts/${blob ?? "none"}.md`;
}
