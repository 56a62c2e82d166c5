// How a brainstorm ends: the PRD, the readiness check, and the command that makes a feature of it.
import type { PhaseSummary } from "../../../../app/billing/dispatch-summary.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import { promoteCommand } from "../../../drive/promote-command.ts";
import { count, money, seconds } from "../../screen/numbers.ts";
import type { CommandResult } from "../../screen/output.ts";
import type { Terminal } from "../../screen/terminal.ts";

export function brainstormResult(
  { marks, paint }: Terminal,
  { run, end, folder }: Extract<PhaseResult, { type: "ended" }>,
  summary: PhaseSummary,
): CommandResult {
  const { prd, decision, readiness } = end.facts ?? {};
  const isPromoted = decision === "promote";
  const promote = promoteCommand(end);
  const facts = [
    `readiness check: ${readiness}`,
    count(end.rounds, "round"),
    seconds(summary.milliseconds),
    summary.cost === null ? "" : money(summary.cost, summary.usage.estimated),
  ];
  return {
    data: {
      feature: run.feature,
      phase: run.phase,
      outcome: end.notes > 0 ? "notes" : "approved",
      choice: end.choice,
      rounds: end.rounds,
      files: [prd],
      run: folder,
      next: isPromoted ? promote : null,
      ...end.facts,
      ...summary,
    },
    text: [
      `\n${paint.green(marks.pass)} ${facts.filter(Boolean).join(` ${marks.dot} `)}`,
      `  ${prd}   (in your working tree, not committed)`,
      isPromoted ? `Next: ${promote}` : `Saved. When you want it: ${promote}`,
    ].join("\n"),
  };
}
