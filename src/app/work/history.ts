// `.review-history.md` is a projection of the journal: what it held before this run, then this run's entries. It is
// always written whole, so a crash cannot leave it half written. Words of agents in it lose what could steer a terminal.
// A brainstorm keeps its history in the run folder.
import type { Decision } from "../../domain/feature/meta/decision.ts";
import { type CapDecision, printCapDecision, printUserRequest } from "../../domain/review/history/review-history.ts";
import { withoutControlCodes } from "../../domain/text/terminal-codes.ts";
import type { Parts, PhaseRun } from "./state/phase-run.ts";
import { whenUndisturbed } from "./world.ts";

export function historyPath(phase: Parts<"feature">): string {
  return `${phase.feature.folder}/.review-history.md`;
}

const EARLIER = "earlier-history.md";

/** Saves what the file holds before this run writes to it, committed or not. */
export async function keepEarlierHistory(phase: Parts<"feature" | "ownsBranch" | "ports" | "run">): Promise<void> {
  if (!phase.ownsBranch) return;
  const { tree } = phase.ports;
  const [path, { folder }] = [historyPath(phase), phase.run];
  await folder.write(EARLIER, (await tree.isPlainFile(path)) ? ((await tree.read(path)) ?? "") : "");
}

export async function writeHistory(phase: PhaseRun, round: number, segment: string): Promise<void> {
  const text = await textOf(phase, phase.history.all);
  await whenUndisturbed(phase, {
    round,
    segment,
    input: text,
    work: async () => {
      const shown = withoutControlCodes(text);
      if (phase.ownsBranch) await phase.ports.tree.writeOwn(historyPath(phase), shown);
      else await phase.run.folder.write("review-history.md", shown);
      return null;
    },
  });
}

async function textOf({ run }: Parts<"run">, entries: readonly string[]): Promise<string> {
  const earlier = (await run.folder.read(EARLIER))?.trimEnd();
  return `${[earlier || "# Review History", ...entries.map((entry) => entry.trimEnd())].join("\n\n")}\n`;
}

/**
 * Adds how a cap was settled; it is on disk before the run stops. The world is not looked at: whoever decides may have
 * edited the document already, and that is taken over when they continue. On another branch the next round writes it.
 */
export async function noteCapDecision(
  phase: Parts<"feature" | "history" | "ports" | "run" | "steps">,
  round: number,
  decision: Omit<CapDecision, "at">,
): Promise<void> {
  const { tree, repository, clock } = phase.ports;
  const at = await phase.run.step({
    name: phase.steps.next(round, "cap-decision"),
    input: [decision.decision, decision.by],
    work: async () => {
      const now = clock.now().toISOString();
      const text = await textOf(phase, [...phase.history.all, printCapDecision({ ...decision, at: now })]);
      const { branch } = await repository.where();
      if (branch === phase.feature.branch) await tree.writeOwn(historyPath(phase), withoutControlCodes(text));
      return now;
    },
  });
  phase.history.add(printCapDecision({ ...decision, at }));
}

/** Adds what the person asked for, and what was done about it. */
export function noteUserRequest(
  { history }: Parts<"history">,
  { text, at }: Pick<Decision, "at" | "text">,
  changes: string,
): void {
  history.add(printUserRequest({ text, changes, at }));
}
