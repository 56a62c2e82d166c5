// `.review-history.md` is a projection of the journal: what was there before this run, then this run's entries. It is
// written whole each time, so a crash can never leave it half told. A brainstorm keeps its history in the run folder.
import { printUserRequest } from "../../domain/review/review-history.ts";
import { type PhaseWork, stepName } from "./phase-work.ts";
import { whenUndisturbed } from "./world.ts";

export function historyPath(work: PhaseWork): string {
  return `${work.feature.folder}/.review-history.md`;
}

const EARLIER = "earlier-history.md";

/** Keeps what the file holds before this run writes to it, committed or not. */
export async function keepEarlierHistory(work: PhaseWork): Promise<void> {
  if (!work.ownsBranch) return;
  await work.run.folder.write(EARLIER, (await work.ports.tree.read(historyPath(work))) ?? "");
}

export async function writeHistory(work: PhaseWork, round: number, segment: string): Promise<void> {
  const earlier = (await work.run.folder.read(EARLIER))?.trimEnd();
  const text = `${[earlier || "# Review History", ...work.history.map((entry) => entry.trimEnd())].join("\n\n")}\n`;
  await whenUndisturbed(work, {
    round,
    segment,
    input: text,
    work: async () => {
      if (work.ownsBranch) await work.ports.tree.write(historyPath(work), text);
      else await work.run.folder.write("review-history.md", text);
      return null;
    },
  });
}

/** What the person asked for when the phase was already approved. */
export async function noteUserRequest(work: PhaseWork, text: string, changes: string): Promise<void> {
  const at = await work.run.step({
    name: stepName(work, 0, "requested"),
    input: text,
    work: async () => work.ports.clock.now().toISOString(),
  });
  work.history.push(printUserRequest({ text, changes, at }));
}
