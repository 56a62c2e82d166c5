// How a brainstorm ends: the PRD, the readiness check, and the command that makes a feature of it.
import type { PhaseSummary } from "../../../../app/billing/dispatch-summary.ts";
import type { EndedPhase } from "../../../drive/context.ts";
import { promoteCommand } from "../../../drive/idea/promote-command.ts";
import { count } from "../../screen/numbers.ts";
import type { CommandResult } from "../../screen/output.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { endedData, endLine, spent } from "./phase-result.ts";

export function brainstormResult(terminal: Terminal, result: EndedPhase, summary: PhaseSummary): CommandResult {
  const { end } = result;
  const { prd, decision } = end.facts ?? {};
  const isPromoted = decision === "promote";
  const promote = promoteCommand(end);
  return {
    data: endedData(result, summary, prd, isPromoted ? promote : null),
    text: [
      brainstormLine(terminal, result, summary),
      `  ${prd}   (in your working tree, not committed)`,
      isPromoted ? `Next: ${promote}` : `Saved. To make it a feature later: ${promote}`,
    ].join("\n"),
  };
}

export function brainstormLine(terminal: Terminal, { end }: EndedPhase, summary: PhaseSummary): string {
  return endLine(terminal, [
    `PRD ${readinessWords(end.facts?.readiness)} in ${count(end.rounds, "round")}`,
    spent(summary),
  ]);
}

/** `PASSED (1 warning)` is how the run records it. */
function readinessWords(readiness: unknown): string {
  const [, result, left] = /^(PASSED|BLOCKED)(?: \((.*)\))?$/.exec(String(readiness)) ?? [];
  if (result === "PASSED") return left === undefined ? "ready" : `ready with ${left}`;
  return result === undefined ? "written" : `not ready, with ${left ?? "open issues"},`;
}
