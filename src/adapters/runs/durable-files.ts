// Files that are whole or absent, even after a power loss: content goes to a temporary name, is flushed, and only then
// gets its real name; the folder entry is flushed too. A failing disk becomes a readable IflowError `disk-failed`.
import { readdirSync } from "node:fs";
import { link, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { makerMark } from "../../domain/run/maker-mark.ts";
import { DISK_FULL_FIX, IflowError } from "../../domain/text/errors.ts";
import { makeFolders } from "../make-folders.ts";
import { NotPlain, readPlain } from "../plain-file.ts";

/** Replaces or creates the file. */
export async function writeWhole(path: string, content: string): Promise<void> {
  await onDisk(path, () => placeDraft(path, content, rename));
}

/** Creates the file with all of its content; false when the file already exists, which is then left alone. */
export async function createWhole(path: string, content: string): Promise<boolean> {
  return onDisk(path, async () => {
    try {
      await placeDraft(path, content, link); // unlike rename, link never replaces
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
  });
}

/** Makes the folder and its parents; every new entry is flushed. */
export async function makeFolder(path: string): Promise<void> {
  await onDisk(path, async () => {
    const first = await makeFolders(path);
    if (first === undefined) return;
    for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await flushFolder(dirname(folder));
  });
}

/** Throws for a pipe, a device or a huge file in its place: iflow makes none, and reading it might never end. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return readPlain(path);
  } catch (error) {
    return absent(path, error);
  }
}

/** Names in a folder, sorted; none when there is no such folder. Drafts that a crash left behind are hidden. */
export async function listIfThere(path: string): Promise<string[]> {
  try {
    return readdirSync(path)
      .filter((name) => !/^\..*\.draft$/.test(name))
      .sort();
  } catch (error) {
    return absent(path, error) ?? [];
  }
}

/** Drafts of this file that a crash left behind. */
export async function removeDrafts(path: string): Promise<void> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  const own = names.filter((name) => name.startsWith(`.${basename(path)}.`) && name.endsWith(".draft"));
  for (const name of own) await rm(join(folder, name), { force: true });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function diskFailed(path: string, cause: unknown, what: "read" | "write" = "write"): IflowError {
  const code = codeOf(cause);
  const full = code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG";
  const reason = cause instanceof Error ? cause.message : String(cause);
  const fix = full
    ? DISK_FULL_FIX
    : cause instanceof NotPlain
      ? `iflow did not put it there. Remove ${path}, then run the command again.`
      : `Make sure you can ${what} ${path}, then run \`iflow continue\`: everything recorded is kept.`;
  return new IflowError("disk-failed", `cannot ${what} ${path}: ${reason}`, { cause, fix });
}

function absent(path: string, error: unknown): undefined {
  if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw diskFailed(path, error, "read");
}

export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotPlain) throw diskFailed(path, error);
    throw codeOf(error) === undefined || error instanceof IflowError ? error : diskFailed(path, error);
  }
}

/** `place` gives the flushed draft its real name; whatever happens, no draft is left. */
async function placeDraft(path: string, content: string, place: typeof rename): Promise<void> {
  const draft = join(
    dirname(path),
    `.${basename(path)}.${makerMark(hostname(), process.pid)}${crypto.randomUUID()}.draft`,
  );
  try {
    await writeFile(draft, content, { flag: "wx", flush: true });
    await place(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await flushFolder(dirname(path));
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
