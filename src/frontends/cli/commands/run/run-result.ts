// The result of a run, as text and as data.
import { phaseSummary } from "../../../../app/billing/dispatch-summary.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import type { DrivePlace, EndedPhase } from "../../../drive/context.ts";
import { printerFor } from "../../../drive/printed-commands.ts";
import type { CommandContext } from "../../command.ts";
import { type TextResult, withCommands } from "../../screen/output.ts";
import { brainstormLine, brainstormResult } from "./brainstorm-result.ts";
import { cardText } from "./card-text.ts";
import { endedLine, endedResult, waitingResult } from "./phase-result.ts";

/** What reporting a run takes. */
export type ReportPlace = Pick<CommandContext, "terminal"> & Pick<DrivePlace, "ports" | "config" | "wiring">;

export async function resultOf(place: ReportPlace, result: PhaseResult): Promise<TextResult> {
  const { terminal, ports } = place;
  const summary = await phaseSummary(ports, result.run);
  const print = await printerFor(place, result.run.feature);
  if (result.type === "waiting") return { ...waitingResult(result, summary, print, terminal), verbatim: true };
  const report = result.run.phase === "brainstorm" ? brainstormResult : endedResult;
  return withCommands(report(terminal, result, summary), print, terminal.columns);
}

/** One line while the next phase begins: where it is and what comes next is told when the chain stops. */
export async function lineOf(place: ReportPlace, ended: EndedPhase): Promise<string> {
  const { terminal, ports } = place;
  if (ended.card) return cardText(terminal, ended.card, await printerFor(place, ended.run.feature));
  const print = ended.run.phase === "brainstorm" ? brainstormLine : endedLine;
  return print(terminal, ended, await phaseSummary(ports, ended.run));
}
