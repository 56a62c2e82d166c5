// From a path as text to a place on disk. checkPath judges the text; here symlinks are followed, including those whose
// target does not exist yet, and the target must lie below the root and outside git's own folder. Only reads, and
// synchronously: nothing of this process runs in between, and it costs a tenth.
import { readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { IflowError } from "../../domain/text/errors.ts";
import { checkPath, isInsideGit } from "../../domain/text/secrets/safe-path.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import { readPlainText } from "../plain-file.ts";

const { native: realpath } = realpathSync;

/** The absolute location of a file, with every symlink on the way resolved. */
export function locate(root: string, path: string): string {
  return follow(root, path, accept(path));
}

/** The same, but a symlink at the very end is not followed. */
export function locateEntry(root: string, path: string): string {
  const plain = accept(path);
  return join(follow(root, path, dirname(plain)), basename(plain));
}

/** The same for a folder, which may be the root. */
export function locateFolder(root: string, path: string): string {
  return path === "" || path === "." ? realpath(root) : locate(root, path);
}

/** The names of one place relative to the root: as it was given, and after every symlink. None for the root itself. */
export function namesOf(root: string, path: string): string[] {
  if (path === "" || path === ".") return [];
  return [...new Set([accept(path), relative(realpath(root), locate(root, path))])];
}

export function refuse(path: string, why: string, cause?: unknown): IflowError {
  return new IflowError("path-refused", `the path ${JSON.stringify(path)} is refused: it ${why}`, {
    fix: "Name a text file inside the repository, relative to its root, and not below .git.",
    ...(cause !== undefined && { cause }),
  });
}

/** Nobody named another place; the way to it is what has to go. */
export function refuseLink(path: string, why: string): IflowError {
  return new IflowError("path-refused", `the path ${JSON.stringify(path)} is refused: it ${why}`, {
    fix: `See where it leads, and put a file in its place: ls -l ${shellWord(path)}`,
  });
}

export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code; // undefined for anything but a system error
  return code === "ENOENT" || code === "ENOTDIR";
}

function accept(path: string): string {
  const check = checkPath(path);
  if (!check.ok) throw refuse(path, check.why);
  return check.path;
}

function follow(root: string, path: string, plain: string): string {
  const realRoot = realpath(root);
  const { existing, missing } = resolveLinks(path, join(realRoot, plain));
  if (!isWithin(realRoot, existing)) throw refuseLink(path, "leads out of the repository through a symlink");
  const gitFolder = findGitFolder(realRoot);
  if (isInsideGit(relative(realRoot, existing)) || (gitFolder !== undefined && isWithin(gitFolder, existing))) {
    throw refuse(path, "leads into the git folder");
  }
  return join(existing, missing);
}

/** The real path of the deepest part that exists, and the part below it that does not. */
function resolveLinks(path: string, target: string): { existing: string; missing: string } {
  let missing = "";
  for (let current = target; ; ) {
    try {
      return { existing: realpath(current), missing };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ELOOP")
        throw refuse(path, "is a symlink that leads to itself", error);
      if (!isMissing(error)) throw error;
    }
    const link = targetOf(current);
    if (link !== undefined) {
      // a dangling link: creating the file would create its target, so the target is what counts
      current = resolve(realpath(dirname(current)), link);
    } else {
      missing = join(basename(current), missing);
      current = dirname(current);
    }
  }
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // not a link
  }
}

function isWithin(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}

/** Where git keeps its data: `.git` itself, or its target when it is a symlink or a file with a `gitdir:` line. */
export function findGitFolder(realRoot: string): string | undefined {
  try {
    const place = realpath(join(realRoot, ".git"));
    if (statSync(place).isDirectory()) return place;
    const [, target] = /^gitdir: (.+)/.exec(readPlainText(place) ?? "") ?? [];
    return target === undefined ? undefined : realpath(resolve(realRoot, target));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
