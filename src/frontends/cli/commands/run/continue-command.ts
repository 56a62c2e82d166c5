// `iflow continue`: continues the open run to its end, then phase after phase, as long as the closing questions say so.
// A run that began as a single command ends like one: it names the next command.
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import { continueOn } from "../../../drive/continue-chain.ts";
import type { PhaseFlags } from "../../../drive/run-driver.ts";
import type { Command } from "../../command.ts";
import { nothingToDo, tell } from "./chain-result.ts";
import { resultOf } from "./run-result.ts";

export function continueCommand(flags: PhaseFlags): Command {
  return async (context) => {
    const { ports, config } = await context.open();
    const told = (ended: PhaseResult) => tell(context, ports, ended);
    const { feature, last } = await continueOn(context, ports, config, flags, told);
    return last ? resultOf(context, ports, last) : nothingToDo(ports, config, feature);
  };
}
