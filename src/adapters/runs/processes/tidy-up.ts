// What killed processes have left on this machine: locks, drafts, throw-away indexes, scratch folders, requests to stop.
import { join } from "node:path";
import type { Clock } from "../../../ports/clock.ts";
import { removeLeftFolders } from "../../temp-folder.ts";
import { removeLeftBehind } from "./left-behind.ts";
import { type ProcessIdentity, selfIdentity } from "./processes.ts";
import { removeLeftStops } from "./stops.ts";

export interface TidyPlace {
  readonly commonDir: string;
  readonly gitDir: string;
  readonly clock: Clock;
  readonly self?: () => Promise<ProcessIdentity>;
}

export async function tidyUp({ commonDir, gitDir, clock, self = selfIdentity }: TidyPlace): Promise<void> {
  const folders = [join(commonDir, "iflow"), join(gitDir, "iflow")];
  const about = { feature: "", command: "tidy", at: clock.now().toISOString() };
  await removeLeftFolders();
  await removeLeftBehind(folders, async () => ({ ...(await self()), ...about }));
  await removeLeftStops(commonDir, await self());
}
