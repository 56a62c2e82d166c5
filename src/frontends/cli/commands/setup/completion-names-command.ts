// `iflow complete --words`: the names of features, for a shell that waits for them at every key press.
import { knownKeys } from "../../../../app/feature/features.ts";
import type { CommandPlace } from "../command-place.ts";

export async function completionNamesCommand({ ports, config }: CommandPlace) {
  const keys = await knownKeys(ports, config.artifactsRoot);
  return { data: { features: keys }, text: keys.join("\n") };
}
