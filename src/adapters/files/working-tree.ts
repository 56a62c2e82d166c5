// The user's checkout on disk. No path is used before `locate` has accepted it, so nothing here reads or writes outside
// the repository or in git's own folder. A disk failure becomes an IflowError with the path and a suggested remedy.
import type { Stats } from "node:fs";
import { cp, lstat, mkdir, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { IflowError } from "../../domain/text/errors.ts";
import type { WorkingTree } from "../../ports/git/working-tree.ts";
import { MEGABYTE, NotPlain, readPlain } from "../plain-file.ts";
import { findGitFolder, isMissing, locate, locateEntry, locateFolder, namesOf, refuse, refuseLink } from "./locate.ts";
import { placeText } from "./place-text.ts";

export interface TreeRules {
  readonly largest?: number;
  /** Why a path, relative to the root, is refused besides. */
  readonly refusal?: ((path: string) => string | undefined) | undefined;
  /** Why what a link leads to may be neither read nor written under the name of the link. */
  readonly linked?: (target: string) => Promise<string | undefined>;
}

export function createWorkingTree(root: string, rules: TreeRules = {}): WorkingTree {
  const { largest = 5 * MEGABYTE, refusal = () => undefined } = rules;
  const attempt = <T>(verb: string, path: string, work: () => Promise<T>) =>
    explainFailure(verb, path, async () => {
      if (rules.refusal) refuseHidden(root, path, rules.refusal);
      return work();
    });
  return {
    ...{ root, refusal },
    read: (path) =>
      attempt("read", path, async () => {
        await refuseLinked(root, path, rules);
        return readText(root, path, largest);
      }),
    isPlainFile: (path) => attempt("read", path, () => isPlainFile(root, path)),
    isThere: (path) => attempt("read", path, () => isThere(root, path)),
    isSame: (path, other) => attempt("read", path, () => isSame(locate(root, path), locate(root, other))),
    setAside: (path, to) => attempt("move", path, () => setAside(root, path, to)),
    write: (path, content) =>
      attempt("write", path, async () => {
        await refuseLinked(root, path, rules);
        return writeText(root, path, content, locate(root, path));
      }),
    writeOwn: (path, content) => attempt("write", path, () => writeText(root, path, content, locateEntry(root, path))),
    remove: (path) => attempt("remove", path, () => removeEntry(root, path)),
    touchedAt: (path) => attempt("read", path, () => touchedAt(root, path)),
    list: (folder) => attempt("list", folder, () => listFolder(root, folder)),
  };
}

/** Judged by its own name and by the name of what it leads to. */
function refuseHidden(root: string, path: string, refusal: NonNullable<TreeRules["refusal"]>): void {
  for (const name of namesOf(root, path)) {
    const why = refusal(name);
    if (why !== undefined) throw refuse(path, `is closed to agents: ${why}`);
  }
}

/** A clone chooses its links: none may put a secret of the person into a document, a guide or a prompt. */
async function refuseLinked(root: string, path: string, { linked }: TreeRules): Promise<void> {
  if (linked === undefined) return;
  const [, target] = namesOf(root, path);
  const why = target === undefined ? undefined : await linked(target);
  if (why !== undefined) throw refuseLink(path, `is a link to ${JSON.stringify(target)}: ${why}`);
}

async function readText(root: string, path: string, largest: number): Promise<string | undefined> {
  const file = locate(root, path);
  try {
    const bytes = readPlain(file, largest);
    return bytes && decode(path, bytes);
  } catch (error) {
    if (error instanceof NotPlain) throw refuse(path, error.message.replace(/^it /, ""), error);
    if (isMissing(error)) return undefined; // since a moment ago
    throw error;
  }
}

function isSpecial(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

async function touchedAt(root: string, path: string): Promise<number | undefined> {
  const stats = await ifThere(stat(locate(root, path)));
  return stats?.isFile() ? stats.ctimeMs : undefined;
}

async function isPlainFile(root: string, path: string): Promise<boolean> {
  return (await ifThere(lstat(locateEntry(root, path))))?.isFile() === true;
}

async function isThere(root: string, path: string): Promise<boolean> {
  return (await ifThere(lstat(locateEntry(root, path)))) !== undefined;
}

async function isSame(file: string, other: string): Promise<boolean> {
  if (file === other) return true;
  const [one, two] = await Promise.all([ifThere(stat(file)), ifThere(stat(other))]);
  return one !== undefined && one.ino === two?.ino && one.dev === two.dev;
}

async function setAside(root: string, path: string, to: string): Promise<boolean> {
  const entry = locateEntry(root, path);
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(entry, to);
  } catch (error) {
    if (isMissing(error)) return false; // perhaps since a moment ago: another may be doing the same
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error; // only another disk needs a copy
    await cp(entry, to, { recursive: true, verbatimSymlinks: true });
    await rm(entry, { recursive: true });
  }
  return true;
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw refuse(path, "is not UTF-8 text", cause);
  }
}

/** `file`: the place on disk; where that is a link, the link is replaced. */
async function writeText(root: string, path: string, content: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const there = await ifThere(lstat(file));
  const replaced = there?.isSymbolicLink() ? undefined : there;
  if (replaced && isSpecial(replaced)) throw refuse(path, "is not a regular file"); // a pipe, a device, a socket

  const gitFolder = findGitFolder(root);
  const drafts = gitFolder === undefined ? undefined : join(gitFolder, "iflow", "drafts");
  await placeText(file, content, { drafts, replaced });
}

/** Removes a symlink itself, never its target. */
async function removeEntry(root: string, path: string): Promise<void> {
  await ifThere(unlink(locateEntry(root, path)));
}

async function listFolder(root: string, folder: string): Promise<string[]> {
  const place = locateFolder(root, folder);
  const names = await ifThere(readdir(place));
  if (names === undefined) {
    const stats = await ifThere(stat(place));
    if (stats && isSpecial(stats)) throw refuse(folder, "is not a regular file"); // an agent that asks would wait at it
    return [];
  }
  return names.filter((name) => name !== ".git").sort();
}

async function ifThere<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function explainFailure<T>(verb: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // no code: not a disk error
    if (error instanceof IflowError || code === undefined) throw error;
    const [reason] = message.split(",");
    throw new IflowError("disk-failed", `cannot ${verb} ${JSON.stringify(path)}: ${reason}`, {
      cause: error,
      fix: `${ADVICE[code] ?? "Check that file and its folder"}, then run the command again.`,
    });
  }
}

const NO_SPACE = "Free some disk space";
const NO_RIGHT = "Give yourself permission to read and write there";
const NO_FOLDER = "Move away the file that is where a folder should be";

const ADVICE: Readonly<Record<string, string>> = {
  ...{ ENOSPC: NO_SPACE, EDQUOT: NO_SPACE },
  ...{ EACCES: NO_RIGHT, EPERM: NO_RIGHT, EROFS: NO_RIGHT },
  ...{ ENOTDIR: NO_FOLDER, EEXIST: NO_FOLDER },
  EISDIR: "Move away the folder of that name",
  ENAMETOOLONG: "Choose a shorter name",
};
