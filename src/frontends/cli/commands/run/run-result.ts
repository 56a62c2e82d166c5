// The result of a run, as text and as data.
import { phaseSummary } from "../../../../app/billing/dispatch-summary.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import type { Ports } from "../../../../ports/ports.ts";
import type { CommandContext } from "../../command.ts";
import type { CommandResult } from "../../screen/output.ts";
import { brainstormResult } from "./brainstorm-result.ts";
import { endedResult, waitingResult } from "./phase-result.ts";

export async function resultOf(context: CommandContext, ports: Ports, result: PhaseResult): Promise<CommandResult> {
  const summary = await phaseSummary(ports, result.run);
  if (result.type === "waiting") return waitingResult(result, summary);
  const print = result.run.phase === "brainstorm" ? brainstormResult : endedResult;
  return print(context.terminal, result, summary);
}
