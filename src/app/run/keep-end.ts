// How a brainstorm ended and the PRD it wrote, kept with its run: the feature may be created by a later command, from
// another branch or another working tree, where the PRD's file is not.
import { END_FILE, PRD_FILE } from "../../domain/review/brainstorm.ts";
import type { PhaseEnd } from "../phases/document/document-phase.ts";
import type { Parts } from "../work/state/phase-run.ts";

/** Before the run's end is recorded; writing the same again does no harm. */
export async function keepEnd({ run, ports, artifact }: Parts<"run" | "ports" | "artifact">, end: PhaseEnd) {
  const prd = await ports.tree.read(artifact);
  if (prd !== undefined) await run.folder.write(PRD_FILE, prd);
  await run.folder.write(END_FILE, JSON.stringify(end.facts ?? {}));
}
