// Puts a whole text where a file is or will be. The draft lies in git's folder, not beside the file: a process that is
// killed in between must not leave a file in the working tree that looks like the person's.

import type { Stats } from "node:fs";
import { chmod, chown, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { makerMark, makerOf } from "../../domain/run/maker-mark.ts";
import { isRunning } from "../temp-folder.ts";

/** `drafts`: a folder for the draft; `replaced`: the file that is there already. */
export async function placeText(
  file: string,
  content: string,
  { drafts, replaced }: { readonly drafts: string | undefined; readonly replaced: Stats | undefined },
): Promise<void> {
  if (drafts === undefined) return placeDraft(dirname(file), file, content, replaced);
  await mkdir(drafts, { recursive: true });
  try {
    await placeDraft(drafts, file, content, replaced);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error; // git's folder is on another disk
    await removeLeftDrafts(dirname(file));
    await placeDraft(dirname(file), file, content, replaced);
  }
}

/** Those of killed processes. A run that continues writes the same file again, so it comes by here. */
async function removeLeftDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = DRAFT.test(name) ? makerOf(name, hostname()) : undefined;
    if (pid !== undefined && !isRunning(pid)) await rm(join(folder, name), { force: true });
  }
}

const DRAFT = /^\.~\w*~\d+~[0-9a-f-]{36}\.draft$/;

async function placeDraft(folder: string, file: string, content: string, replaced: Stats | undefined): Promise<void> {
  const draft = join(folder, `.${makerMark(hostname(), process.pid)}${crypto.randomUUID()}.draft`);
  try {
    await writeFile(draft, content, { flag: "wx", flush: true });
    if (replaced) {
      await chown(draft, replaced.uid, replaced.gid).catch(() => undefined); // only root may, and only root needs it
      await chmod(draft, replaced.mode & 0o7777);
    }
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
