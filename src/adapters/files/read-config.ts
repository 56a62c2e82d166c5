// The settings that count in a place.
import { type Config, mergeConfig } from "../../domain/config/config.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ConfigPlace } from "../../ports/wiring.ts";
import { readConfigLayers } from "./config-layers.ts";
import { openTrust } from "./open-trust.ts";

export async function readConfig(place: ConfigPlace, env: NodeJS.ProcessEnv, clock: Clock): Promise<Config> {
  return mergeConfig(await readConfigLayers(place, env, openTrust(env, clock)));
}
