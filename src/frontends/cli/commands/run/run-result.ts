// The result of a run, as text and as data.
import { phaseSummary } from "../../../../app/billing/dispatch-summary.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import type { DrivePlace } from "../../../drive/context.ts";
import type { CommandContext } from "../../command.ts";
import type { CommandResult } from "../../screen/output.ts";
import { brainstormResult } from "./brainstorm-result.ts";
import { endedResult, waitingResult } from "./phase-result.ts";

/** What reporting a run takes. */
export type ReportPlace = Pick<CommandContext, "terminal"> & Pick<DrivePlace, "ports">;

export async function resultOf({ terminal, ports }: ReportPlace, result: PhaseResult): Promise<CommandResult> {
  const summary = await phaseSummary(ports, result.run);
  if (result.type === "waiting") return waitingResult(result, summary);
  const print = result.run.phase === "brainstorm" ? brainstormResult : endedResult;
  return print(terminal, result, summary);
}
