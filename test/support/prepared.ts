// Many tests begin where a command or two have been run. The commands are run once in a test file, for real; whoever needs
// the same again gets a copy of what they left behind.
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Workplace, workplace } from "./iflow.ts";
import { untouched } from "./temp-repo.ts";

const templates = new Map<string, Promise<string>>();

/** Brings the place to where `work` brings one; a place somebody has worked in already gets the real thing. */
export async function prepare(
  place: Workplace,
  name: string,
  work: (place: Workplace) => Promise<void>,
): Promise<void> {
  const files = untouched.get(place.root);
  if (files === undefined) return work(place);
  untouched.delete(place.root);
  const key = JSON.stringify([name, files]);
  const template = templates.get(key) ?? makeTemplate(`template-${templates.size}`, files, work);
  templates.set(key, template);
  const from = await template;
  for (const own of ["objects", "refs", "logs", "index"]) {
    await rm(join(place.root, ".git", own), { recursive: true, force: true });
  }
  await cp(from, place.root, { recursive: true });
}

async function makeTemplate(
  name: string,
  files: Record<string, string>,
  work: (place: Workplace) => Promise<void>,
): Promise<string> {
  const place = await workplace({}, files);
  await work(place);
  const folder = join(process.env.HOME ?? "", name); // the HOME of this test file, gone with it
  await cp(place.root, folder, { recursive: true });
  await rm(join(folder, ".git", "script.json")); // each place has its own
  return folder;
}
