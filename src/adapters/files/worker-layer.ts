// The settings of a repository for a worker: those of its base branch, which the team has reviewed, as the worker was given them. A
// branch that is worked on may say anything, and the worker runs it with its own keys. Of the keys that need somebody's word only
// the checks count.
import type { ConfigLayer } from "../../domain/config/config.ts";
import { CONFIG_FILE } from "../../domain/config/settings-file.ts";
import { splitTrusted } from "../../domain/config/trusted-keys.ts";
import { parseJson } from "../../domain/text/json/json.ts";

/** Empty where the base branch has no such file, or one that cannot be read. */
export function workerLayer(settings: string): ConfigLayer[] {
  const written = parseJson(settings);
  if (typeof written !== "object" || written === null) return [];
  const { trusted, free } = splitTrusted(written);
  const { environment: _, ...checks } = (trusted.checks ?? {}) as Record<string, unknown>;
  return [{ origin: CONFIG_FILE, values: { ...free, ...(Object.keys(checks).length > 0 && { checks }) } }];
}
