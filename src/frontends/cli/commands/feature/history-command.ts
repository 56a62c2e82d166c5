// `iflow history`: what the reviewers said, oldest first, to the letter of the file; beside it how each phase ended.
import { readHistory } from "../../../../app/feature/read-history.ts";
import { printOutcome } from "../../../../domain/feature/phase-outcome.ts";
import { safeText, withoutControls } from "../../screen/safe-text.ts";
import { textTable } from "../../screen/text-table.ts";
import type { CommandPlace } from "../command-place.ts";

export async function historyCommand({ ports, config, terminal }: CommandPlace, asked: string | undefined) {
  const { text, ...found } = await readHistory(ports, config.artifactsRoot, asked);
  if (found.source !== null && found.source !== "working tree") terminal.say(`${found.path} from ${found.source}:\n`);
  const ends = found.phases.map((one) => [withoutControls(one.phase), printOutcome(one)]);
  if (ends.length > 0) terminal.say(`${textTable(ends)}\n`);
  return {
    data: found,
    text:
      found.source === null
        ? `${found.feature} has no review yet.`
        : [safeText(text).trimEnd() || `${found.path} is empty.`, ...found.refused.map(safeText)].join("\n"),
  };
}
