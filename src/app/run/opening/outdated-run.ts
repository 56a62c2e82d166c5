// An open run that an earlier build began. Its records are read, but its steps are not the ones this build would take, so
// it is not continued: the person begins the phase again, from what is committed.
import { commandOf, type RunKind } from "../../../domain/feature/phase.ts";
import { isOutdated, type RunHead, type RunSummary } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { Ports } from "../../../ports/ports.ts";
import { endRun } from "../../feature/end-run.ts";

export function requireCurrent(head: RunHead): void {
  if (!isOutdated(head)) return;
  const again =
    head.idea === undefined
      ? `iflow ${commandOf(head.phase as RunKind)} --rerun` // written by startPhase
      : `iflow brainstorm ${shellWord(head.idea)}`;
  throw new IflowError(
    "journal-mismatch",
    `the open run of ${head.phase} was begun by iflow ${head.iflow}, and this version cannot continue it`,
    { fix: `${again}   (begins it again; what is committed stays)`, feature: head.feature },
  );
}

/** Ends such runs, because the person asked for the phase again. The caller holds the lock. */
export async function endOutdated(ports: Ports, open: readonly RunSummary[]): Promise<void> {
  for (const { head } of open) {
    await endRun(ports, head.id);
    ports.emit({ type: "warned", text: `ended the run of ${head.phase} that iflow ${head.iflow} had begun` });
  }
}
