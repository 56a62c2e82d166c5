// `.review-history.md` is a projection of the journal: what it held before this run, then this run's entries. It is
// always written whole, so a crash cannot leave it half written. A brainstorm keeps its history in the run folder.
import type { Decision } from "../../domain/feature/decision.ts";
import { printUserRequest } from "../../domain/review/review-history.ts";
import type { Parts, PhaseRun } from "./state/phase-run.ts";
import { whenUndisturbed } from "./world.ts";

export function historyPath(phase: Parts<"feature">): string {
  return `${phase.feature.folder}/.review-history.md`;
}

const EARLIER = "earlier-history.md";

/** Saves what the file holds before this run writes to it, committed or not. */
export async function keepEarlierHistory(phase: Parts<"feature" | "ownsBranch" | "ports" | "run">): Promise<void> {
  if (!phase.ownsBranch) return;
  await phase.run.folder.write(EARLIER, (await phase.ports.tree.read(historyPath(phase))) ?? "");
}

export async function writeHistory(phase: PhaseRun, round: number, segment: string): Promise<void> {
  const earlier = (await phase.run.folder.read(EARLIER))?.trimEnd();
  const text = `${[earlier || "# Review History", ...phase.history.all.map((entry) => entry.trimEnd())].join("\n\n")}\n`;
  await whenUndisturbed(phase, {
    round,
    segment,
    input: text,
    work: async () => {
      if (phase.ownsBranch) await phase.ports.tree.write(historyPath(phase), text);
      else await phase.run.folder.write("review-history.md", text);
      return null;
    },
  });
}

/** Adds what the person asked for, and what was done about it. */
export function noteUserRequest(
  { history }: Parts<"history">,
  { text, at }: Pick<Decision, "at" | "text">,
  changes: string,
): void {
  history.add(printUserRequest({ text, changes, at }));
}
