// The team's settings, for the one who opens its database.
import { type ConfigLayer, ConfigSchema, mergeValues, requireValid } from "./config.ts";
import type { TeamSettings } from "./team-settings.ts";

/** Undefined on one machine. */
export function teamOf(layers: readonly ConfigLayer[]): TeamSettings | undefined {
  for (const layer of layers) requireValid(layer);
  const { team } = ConfigSchema.parse(mergeValues(layers));
  return team?.db === undefined ? undefined : { db: team.db, repository: team.repository };
}
