// `iflow complete --words`: the names of features, for a shell that waits for them at every key press.
import { knownKeys } from "../../../../app/feature/features.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../screen/exit-codes.ts";

export function completionNamesCommand(): Command {
  return async ({ open }) => {
    const { ports, config } = await open();
    const keys = await knownKeys(ports, config.artifactsRoot);
    return { exit: EXIT.done, data: { features: keys }, text: keys.join("\n") };
  };
}
