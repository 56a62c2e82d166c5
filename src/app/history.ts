// `.review-history.md` is a projection of the journal: what was there before this run, then this run's entries. It is
// written whole each time, so a crash can never leave it half told.
import { printUserRequest } from "../domain/review-history.ts";
import { type PhaseWork, stepName } from "./phase-work.ts";

export function historyPath(work: PhaseWork): string {
  return `${work.feature.folder}/.review-history.md`;
}

export async function writeHistory(work: PhaseWork, round: number, segment: string): Promise<void> {
  const earlier = await work.ports.repository.show(work.run.head.base, historyPath(work));
  const text = [earlier?.trimEnd() ?? "# Review History", ...work.history.map((entry) => entry.trimEnd())].join("\n\n");
  await work.run.step({
    name: stepName(work, round, segment),
    input: `${text}\n`,
    work: async () => {
      await work.ports.tree.write(historyPath(work), `${text}\n`);
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
