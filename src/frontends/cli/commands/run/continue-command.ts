// `iflow continue`: continues the open run to its end, then phase after phase, as long as the closing questions say so.
// A run that began as a single command ends like one: it names the next command.
import { continueOn } from "../../../drive/continue-chain.ts";
import type { PhaseFlags } from "../../../drive/run-driver.ts";
import type { Command } from "../../command.ts";
import { chainResult, tell } from "./chain-result.ts";

export function continueCommand(flags: PhaseFlags): Command {
  return async (context) => {
    const place = { ...context, ...(await context.open()) };
    return chainResult(place, await continueOn(place, flags, (ended) => tell(place, ended)));
  };
}
