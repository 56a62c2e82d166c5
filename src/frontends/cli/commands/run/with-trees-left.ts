// The end of a command that may have ended a feature: its work tree goes, and that is said.
import { printCommands } from "../../../../domain/feature/printed-commands.ts";
import type { DrivePlace } from "../../../drive/context.ts";
import { leaveTreesNow } from "../../../drive/place/leave-trees.ts";
import type { CommandContext } from "../../command.ts";
import type { TextResult } from "../../screen/output.ts";
import { wordsRow } from "../../screen/rows/row-layout.ts";

type Place = Pick<DrivePlace, "ports" | "cwd"> & Pick<CommandContext, "terminal" | "wiring">;

/** Last of all: afterwards the place of the command itself may be gone. */
export async function withTreesLeft(place: Place, result: TextResult): Promise<TextResult> {
  const left = (await leaveTreesNow(place)).map((line) => printCommands(line, place.wiring));
  const lines = left.map((line) => wordsRow("  ", line, place.terminal.columns));
  if (lines.length === 0) return result;
  return { ...result, text: [result.text, ...lines].filter(Boolean).join("\n"), verbatim: true };
}
