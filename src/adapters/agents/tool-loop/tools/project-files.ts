// The files of the project below a folder, without those that git ignores, sorted. A blind role has a plain folder of
// copies, all of which count. Files that are closed to agents are left out.
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { isInsideGit } from "../../../../domain/text/secrets/safe-path.ts";
import type { WorkingTree } from "../../../../ports/git/working-tree.ts";
import { ownProgram } from "../../../commands/own-path.ts";
import { pickEnvironment } from "../../../commands/pick-environment.ts";

export interface ProjectPlace {
  readonly tree: Pick<WorkingTree, "root" | "refusal">;
  /** Only files, not a repository. */
  readonly plainFolder: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

const OUTPUT_BYTES = 64 * 1024 * 1024;
const LIMIT_MS = 60_000;

/** Relative to the root. */
export async function projectFiles(place: ProjectPlace, path: string): Promise<string[]> {
  const { root, refusal } = place.tree;
  const files = place.plainFolder ? await filesBelow(root, path) : await filesOfGit(place, path);
  const isOpen = (file: string) => file !== "" && !isInsideGit(file) && refusal(file) === undefined;
  return [...new Set(files)].filter(isOpen).sort();
}

async function filesBelow(root: string, path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Tracked and new ones; what is deleted is in the index still, and taken out again. */
async function filesOfGit(place: ProjectPlace, path: string): Promise<string[]> {
  const list = (...which: string[]) => git(place, [...LIST, ...which, "--", path === "" ? "." : path]);
  const [all, gone] = await Promise.all([list("--cached", "--others", "--exclude-standard"), list("--deleted")]);
  const deleted = new Set(gone);
  return all.filter((file) => !deleted.has(file));
}

const LIST = ["--literal-pathspecs", "-c", "core.fsmonitor=false", "ls-files", "-z", "--full-name"];

function git({ tree: { root }, env, signal }: ProjectPlace, args: readonly string[]): Promise<string[]> {
  const own = { ...pickEnvironment(env, []), LC_ALL: "C.UTF-8", GIT_OPTIONAL_LOCKS: "0" };
  const options = {
    cwd: root,
    env: own,
    signal,
    timeout: LIMIT_MS,
    maxBuffer: OUTPUT_BYTES,
    encoding: "utf8",
  } as const;
  const program = ownProgram("git", env.PATH, root);
  if (program === undefined) return Promise.reject(new Error("there is no git on the path"));
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout) => {
      if (error) reject(new Error("git could not list the files"));
      else resolve(stdout.split("\0"));
    });
  });
}
