// `iflow run "<idea>"`: from one sentence to a merged feature. First a brainstorm, unless it is left out; then the
// feature; then phase after phase. Each part finds what an earlier attempt has already done, so the same command may be
// given again.
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import { requireIdea } from "../../../../app/run/start-brainstorm.ts";
import type { PhaseFlags } from "../../../drive/run-driver.ts";
import { runIdea } from "../../../drive/run-idea.ts";
import type { Command } from "../../command.ts";
import { nothingToDo, tell } from "./chain-result.ts";
import { resultOf } from "./run-result.ts";

export function runIdeaCommand(text: string, flags: PhaseFlags): Command {
  return async (context) => {
    const idea = requireIdea(text);
    const { ports, config } = await context.open();
    const told = (ended: PhaseResult) => tell(context, ports, ended);
    const { feature, last } = await runIdea(context, ports, { idea, config, flags }, told);
    return last ? resultOf(context, ports, last) : nothingToDo(ports, config, feature);
  };
}
