// What the person changed in a document while the run had stopped for them: taken as it is, checked and committed.
import type { ArtifactKind } from "../../domain/documents/document-names.ts";
import type { RoleIssue } from "../../domain/review/review-loop.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import { look, settleForeignChange } from "../work/world.ts";
import { absorbEdit } from "./commit-artifact.ts";

export interface TakenOver {
  readonly changed: boolean;
  /** What the engine's own check finds in the changed text. */
  readonly found: readonly RoleIssue[];
}

/** Nobody is asked about the document itself: they were told to edit it. */
export async function takeOverEdits(phase: PhaseRun, kind: ArtifactKind): Promise<TakenOver> {
  const { blob } = phase.world.expected;
  for (;;) {
    const name = phase.steps.next(0, "rerun");
    const seen = await phase.run.step({ name, input: null, work: async () => ({ ...(await look(phase)) }) });
    if (seen.branch === phase.world.expected.branch) {
      phase.world.accept(seen);
      break;
    }
    await settleForeignChange(phase, name, seen);
  }
  if (phase.world.expected.blob === blob) return { changed: false, found: [] };
  return { changed: true, found: await absorbEdit(phase, kind, 0) };
}
