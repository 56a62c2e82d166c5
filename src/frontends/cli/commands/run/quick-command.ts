// `iflow quick "<change>"`: a change that one reviewer can oversee, from one sentence to a merge, at light depth.
import type { PhaseFlags } from "../../../drive/run-driver.ts";
import type { CommandContext } from "../../command.ts";
import { runIdeaCommand } from "./run-command.ts";

export function quickCommand(context: CommandContext, text: string, flags: PhaseFlags) {
  return runIdeaCommand(context, text, { ...flags, depth: "light" }, "quick");
}
