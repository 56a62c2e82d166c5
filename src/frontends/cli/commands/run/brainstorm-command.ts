// `iflow brainstorm "<idea>"`: a new brainstorm, or the open one about the same idea.
import { requireIdea } from "../../../../app/run/start-brainstorm.ts";
import type { DrivePlace } from "../../../drive/context.ts";
import { brainstormOn } from "../../../drive/idea/run-brainstorm.ts";
import { type PhaseFlags, runFlags } from "../../../drive/run-driver.ts";
import type { CommandContext } from "../../command.ts";
import { dryRunResult } from "./dry-run-result.ts";
import { resultOf } from "./run-result.ts";

export async function brainstormCommand(context: CommandContext, text: string, flags: PhaseFlags) {
  const idea = requireIdea(text, "brainstorm");
  const place = { ...context, ...(await context.open()) };
  const brainstorm = (where: DrivePlace) => brainstormOn(where, idea, flags, runFlags(flags, "single"));
  return flags.dryRun ? dryRunResult(place, brainstorm) : resultOf(place, await brainstorm(place));
}
