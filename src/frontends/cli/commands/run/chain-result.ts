// How a chain of phases is reported: each end while the next phase begins, and the end of the chain itself.
import { resolveFeature } from "../../../../app/feature/features.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import type { Config } from "../../../../domain/config/config.ts";
import { phaseAfter } from "../../../../domain/feature/phase.ts";
import type { Ports } from "../../../../ports/ports.ts";
import type { CommandContext } from "../../command.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import type { CommandResult } from "../../screen/output.ts";
import { resultOf } from "./run-result.ts";

export async function tell(context: CommandContext, ports: Ports, result: PhaseResult): Promise<void> {
  context.terminal.say((await resultOf(context, ports, result)).text);
  context.terminal.say("");
}

export async function nothingToDo(ports: Ports, config: Config, key: string): Promise<CommandResult> {
  const { meta } = await resolveFeature(ports, config.artifactsRoot, key);
  const last = meta.lastCompletedPhase ?? null;
  const next = phaseAfter(last);
  const reason = next === undefined ? "nothing is left to do" : `the next phase is ${next}`;
  return {
    exit: EXIT.done,
    data: { feature: key, lastCompletedPhase: last, next: next ?? null, message: reason },
    text: `${key}: ${last ?? "nothing"} is completed; ${reason}.`,
  };
}
