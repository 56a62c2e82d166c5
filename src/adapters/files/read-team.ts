// Whether runs are kept in a team's database, and in which. Where nobody has set it, no settings are read to find that out.
import { teamOf } from "../../domain/config/team-of.ts";
import type { TeamSettings } from "../../domain/config/team-settings.ts";
import type { Trust } from "../../ports/trust.ts";
import type { ConfigPlace } from "../../ports/wiring.ts";
import { readConfigLayers } from "./config-layers.ts";
import { maySetTeam } from "./may-set-team.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Undefined on one machine. */
export async function readTeam(place: ConfigPlace, env: Env, trust: Trust): Promise<TeamSettings | undefined> {
  if (!maySetTeam(place, env)) return undefined;
  return teamOf(await readConfigLayers(place, env, trust));
}
