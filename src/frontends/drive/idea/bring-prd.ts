// The PRD of an open brainstorm lies in the working tree where it is being written; a run that is continued in another one
// takes it along.
import { brainstormPrd } from "../../../domain/review/brainstorm.ts";
import type { RunHead } from "../../../domain/run/run.ts";
import type { DrivePlace } from "../context.ts";

/** Leaves a PRD that is here as it is. One that is nowhere was deleted, or not written yet: the run itself knows. */
export async function bringPrd({ ports }: Pick<DrivePlace, "ports">, head: RunHead): Promise<void> {
  const path = brainstormPrd(head);
  if (path === undefined || (await ports.tree.read(path)) !== undefined) return;
  for (const { root } of await ports.trees.others()) {
    const text = await ports.trees.text(root, path);
    if (text !== undefined) return ports.tree.write(path, text);
  }
}
