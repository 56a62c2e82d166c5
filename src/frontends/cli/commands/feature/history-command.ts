// `iflow history`: what the reviewers said, oldest first.
import { readHistory } from "../../../../app/feature/read-history.ts";
import { safeText } from "../../screen/safe-text.ts";
import type { CommandPlace } from "../command-place.ts";

export async function historyCommand({ ports, config, terminal }: CommandPlace, asked: string | undefined) {
  const { text, ...found } = await readHistory(ports, config.artifactsRoot, asked);
  if (found.source !== null && found.source !== "working tree") terminal.say(`${found.path} from ${found.source}:\n`);
  return {
    data: found,
    text:
      found.source === null
        ? `${found.feature} has no review yet.`
        : [safeText(text).trimEnd() || `${found.path} is empty.`, ...found.refused.map(safeText)].join("\n"),
  };
}
