// Two features in one repository, both implemented: 001-login-limit, and 002-reset-mail where a test wants it.
import { FINISH, finishArgs, finishedFeature } from "./finish-story.ts";
import type { Ended, Workplace } from "./iflow.ts";
import { FEATURE } from "./story.ts";

export const FIRST = FEATURE;
export const SECOND = "002-reset-mail";
export const branch = (key: string): string => `feature/${key}`;
const metaOf = (key: string): string => `docs/features/${key}/.meta.json`;

/** HEAD is on the first feature's branch, which is one file ahead of main and implemented. */
export const firstFeature = (): Promise<Workplace> => finishedFeature(FINISH);

/** Makes the second one with these flags; HEAD ends on its branch. */
export async function addSecond(place: Workplace, ...flags: string[]): Promise<void> {
  const ended = await place.iflow("create-feature", "reset mail", ...flags);
  if (ended.code !== 0) throw new Error(ended.stderr);
  await implement(place, SECOND, { "src/mail.mjs": "export const mail = 1;\n" });
}

/** As iflow commits the end of implement. */
const completed = (key: string) =>
  `phase(implement): ${key.slice(4)} - approved\n\nIflow-Step: implement/1/0/complete/1`;

/** One commit with the code and a record that says so. */
export async function implement(place: Workplace, key: string, files: Record<string, string>): Promise<void> {
  const path = metaOf(key);
  const meta = { ...JSON.parse(place.read(path)), lastCompletedPhase: "implement" };
  await commit(place, { ...files, [path]: `${JSON.stringify(meta, null, 2)}\n` }, completed(key));
}

export async function commit(place: Workplace, files: Record<string, string>, message: string): Promise<void> {
  await place.write(files);
  place.git("add", "--", ...Object.keys(files));
  place.git("commit", "--quiet", "--message", message);
}

/** Every finish gets agents of its own. */
export async function finish(place: Workplace, key: string, ...flags: string[]): Promise<Ended> {
  await place.script(FINISH);
  return place.iflow(...finishArgs(place, `--feature=${key}`, ...flags));
}

// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
export const meta = (place: Workplace, key: string, revision = branch(key)): any =>
  JSON.parse(place.git("show", `${revision}:${metaOf(key)}`));
