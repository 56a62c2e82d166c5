// `iflow brainstorm "<idea>"`: a new brainstorm, or the open one about the same idea.
import { requireIdea } from "../../../../app/run/start-brainstorm.ts";
import { brainstormOn } from "../../../drive/run-brainstorm.ts";
import { type PhaseFlags, runFlags } from "../../../drive/run-driver.ts";
import type { CommandContext } from "../../command.ts";
import { resultOf } from "./run-result.ts";

export async function brainstormCommand(context: CommandContext, text: string, flags: PhaseFlags) {
  const idea = requireIdea(text);
  const place = { ...context, ...(await context.open()) };
  return resultOf(place, await brainstormOn(place, idea, flags, runFlags(flags, "single")));
}
