// Whether somebody may have set a team's database, without the schema of all settings: most have not.
import { existsSync } from "node:fs";
import { MEGABYTE, readPlain } from "../plain-file.ts";
import { settingsFiles } from "./settings-files.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** By the look of it; a file that cannot be read is a matter of whoever reads the settings. */
export function maySetTeam(place: { readonly root: string }, env: Env): boolean {
  if (env.IFLOW_TEAM_DB !== undefined) return true;
  return settingsFiles(place, env).some((path) => existsSync(path) && mentionsTeam(path));
}

function mentionsTeam(path: string): boolean {
  try {
    return readPlain(path, MEGABYTE)?.includes('"team"') === true;
  } catch {
    return false;
  }
}
