// The end of a command that may have ended a feature: its work tree goes, and that is said.
import type { DrivePlace } from "../../../drive/context.ts";
import { leaveTreesNow } from "../../../drive/leave-trees.ts";
import type { CommandContext } from "../../command.ts";
import type { CommandResult } from "../../screen/output.ts";
import { wordsRow } from "../../screen/row-layout.ts";

type Place = Pick<DrivePlace, "ports" | "cwd"> & Pick<CommandContext, "terminal">;

/** Last of all: afterwards the place of the command itself may be gone. */
export async function withTreesLeft(place: Place, result: CommandResult): Promise<CommandResult> {
  const lines = (await leaveTreesNow(place)).map((line) => wordsRow("  ", line, place.terminal.columns));
  return lines.length === 0 ? result : { ...result, text: [result.text, ...lines].filter(Boolean).join("\n") };
}
