// Temporary indexes and objects. They live in `iflow/` below the git directory of this working tree, so that looking at
// the files, or preparing a commit, leaves the user's index and object store unchanged.
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { makerMark } from "../../../domain/run/maker-mark.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "./checkout.ts";
import { type GitOptions, NO_HOOKS } from "./git.ts";

/**
 * Runs the work on a separate index: empty, or a copy of the user's with what git remembers about the files. It lies in a
 * folder that goes with it.
 */
export async function withThrowawayIndex<T>(
  checkout: Checkout,
  start: "empty" | "copy",
  work: (onIndex: GitOptions, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await makeFolder(checkout);
  const index = join(folder, "index");
  try {
    if (start === "copy") await copyIndex(join(checkout.gitDir, "index"), index);
    return await work({ env: { GIT_INDEX_FILE: index }, config: silent }, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** No hook is triggered, and no part of the index is kept in a second file next to the user's. */
const silent = {
  ...NO_HOOKS,
  "core.splitIndex": "false",
  "core.untrackedCache": "false",
  "core.fsmonitor": "false",
};

async function makeFolder({ gitDir }: Checkout): Promise<string> {
  const place = join(gitDir, "iflow");
  return explainDisk(place, async () => {
    await mkdir(place, { recursive: true });
    return mkdtemp(join(place, `${indexFolderPrefix}${makerMark(hostname(), process.pid)}`));
  });
}

async function explainDisk<T>(place: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    const fix = "Make sure the folder is writable and the disk has space.";
    throw new IflowError("disk-failed", `Cannot write below ${place}: ${words}`, { cause, fix });
  }
}

const indexFolderPrefix = "index-";

/**
 * git trusts a remembered file time only if it is older than the index itself. The copy therefore keeps the time of the
 * original, in whole seconds, so that a file changed right after it is read again, not considered unchanged.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    const seconds = Math.max(1, Math.floor(mtimeMs / 1000));
    await utimes(to, seconds, seconds);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    await rm(to, { force: true }); // a new repository has no index; git treats the missing file as an empty one
  }
}

/** Variables that send new objects to the throw-away store; all objects of the repository are visible through it. */
export async function openThrowawayObjects({ gitDir, commonDir }: Checkout): Promise<Record<string, string>> {
  const objects = objectsFolder(gitDir);
  const alternates = join(objects, "info", "alternates");
  const content = `${quotePath(join(commonDir, "objects"))}\n`;
  if (readPlainText(alternates) !== content) {
    await explainDisk(objects, async () => {
      await mkdir(join(objects, "info"), { recursive: true });
      const fresh = await mkdtemp(join(objects, "info", `new-${makerMark(hostname(), process.pid)}`));
      await writeFile(join(fresh, "alternates"), content);
      await rename(join(fresh, "alternates"), alternates); // atomic: another git may be reading it
      await rm(fresh, { recursive: true });
    });
  }
  return { GIT_OBJECT_DIRECTORY: objects };
}

export async function clearThrowaways({ gitDir }: Checkout): Promise<void> {
  const folders = await throwawayFolders(gitDir);
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}

/** Does not count the file that ties the store to the repository: a store that holds nothing else is empty. */
export async function sizeOfThrowaways({ gitDir }: Checkout): Promise<number> {
  let bytes = 0;
  for (const folder of await throwawayFolders(gitDir)) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((one) => one.isFile() && one.name !== "alternates")) {
      bytes += await stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0, // removed meanwhile
      );
    }
  }
  return bytes;
}

async function throwawayFolders(gitDir: string): Promise<string[]> {
  const names = await readdir(join(gitDir, "iflow")).catch(() => []);
  const leftBehind = names.filter((name) => name.startsWith(indexFolderPrefix)); // by a killed process
  return [objectsFolder(gitDir), ...leftBehind.map((name) => join(gitDir, "iflow", name))];
}

function objectsFolder(gitDir: string): string {
  return join(gitDir, "iflow", "objects");
}

/** Quoted as git reads it, since the file holds one path per line and a path may contain a newline. */
function quotePath(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
