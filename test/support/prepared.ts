// Many tests begin where a command or two have been run. The commands are run once, for real; whoever needs the same again
// gets a copy of what they left behind.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Workplace, workplace } from "./iflow.ts";
import { copyShared } from "./shared.ts";
import { untouched } from "./temp-repo.ts";

/** Brings the place to where `work` brings one; a place somebody has worked in already gets the real thing. */
export async function prepare(
  place: Workplace,
  name: string,
  work: (place: Workplace) => Promise<void>,
): Promise<void> {
  const files = untouched.get(place.root);
  if (files === undefined) return work(place);
  untouched.delete(place.root);
  for (const own of ["objects", "refs", "logs", "index"]) {
    await rm(join(place.root, ".git", own), { recursive: true, force: true });
  }
  await copyShared(`${name} ${JSON.stringify(files)}`, place.root, async () => {
    const fresh = await workplace({}, files);
    await work(fresh);
    await rm(fresh.scriptPath); // each place has its own
    return fresh.root;
  });
}
