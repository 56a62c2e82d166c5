// `iflow history`: what the reviewers said, oldest first.
import { readHistory } from "../../../../app/feature/read-history.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import { safeText } from "../../screen/safe-text.ts";

export function historyCommand(asked: string | undefined): Command {
  return async ({ open, terminal }) => {
    const { ports, config } = await open();
    const { text, ...found } = await readHistory(ports, config.artifactsRoot, asked);
    if (found.source !== null && found.source !== "working tree") terminal.say(`${found.path} of ${found.source}:\n`);
    return {
      exit: EXIT.done,
      data: found,
      text:
        found.source === null
          ? `${found.feature} has no review yet.`
          : [safeText(text).trimEnd() || `${found.path} is empty.`, ...found.refused.map(safeText)].join("\n"),
    };
  };
}
