// A throw-away copy of a repository, in which anything may be tried: files, index, branches and runs as they are. Objects
// are read from the original and never written there. Hooks, signing and background work of git are switched off.
import { constants } from "node:fs";
import { appendFile, cp, lstat, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Repository } from "../../ports/repository.ts";
import { Git } from "./checkout/git.ts";

type Original = Pick<Repository, "root" | "gitDir" | "commonDir">;

/** Calls `use` with the root of the copy, which is removed afterwards. */
export async function withCopy<T>(
  original: Original,
  env: NodeJS.ProcessEnv,
  use: (root: string) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(await realpath(tmpdir()), "iflow-copy-"));
  try {
    await copyFiles(original, root, env);
    await copyGit(original, join(root, ".git"));
    await settle(original, root, env);
    return await use(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Ignored folders (dependencies, builds) stay behind: nothing in the copy is built or tested. */
async function copyFiles({ root }: Original, copy: string, env: NodeJS.ProcessEnv): Promise<void> {
  const listed = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const ignored = (await new Git(root, env).run(listed)).split("\0").filter((path) => path.endsWith("/"));
  await copyTree(root, copy, [".git", ...ignored.map((path) => path.slice(0, -1))]);
}

/** In a linked working tree, HEAD and the index are its own; everything else is shared. */
async function copyGit({ gitDir, commonDir }: Original, copy: string): Promise<void> {
  await copyTree(commonDir, copy, ["objects", "lfs", "worktrees"]);
  if (gitDir !== commonDir) await copyTree(gitDir, copy, ["commondir", "gitdir"]);
  await mkdir(join(copy, "objects", "info"), { recursive: true });
  await mkdir(join(copy, "objects", "pack"), { recursive: true });
  await writeFile(join(copy, "objects", "info", "alternates"), `${join(commonDir, "objects")}\n`);
}

async function copyTree(from: string, to: string, without: readonly string[]): Promise<void> {
  const left = new Set(without.map((path) => join(from, path)));
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (path) => !left.has(path) && (await isCopied(path)),
  });
}

/** Not a socket or a pipe, and not gone meanwhile. */
async function isCopied(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && (found.isFile() || found.isDirectory() || found.isSymbolicLink());
}

/** The last word in a file of settings counts. Who commits may depend on where the repository is. */
async function settle({ root }: Original, copy: string, env: NodeJS.ProcessEnv): Promise<void> {
  const git = new Git(root, env);
  const [name, email] = await Promise.all(
    ["user.name", "user.email"].map(async (key) => (await git.attempt(["config", "--get", key])).stdout.trim()),
  );
  const lines = [
    ...["[core]", `worktree = ${quoted(copy)}`, "hooksPath = /dev/null", "fsmonitor = false"],
    ...["[commit]", "gpgsign = false", "[gc]", "auto = 0", "[maintenance]", "auto = false"],
    ...["[user]", ...(name ? [`name = ${quoted(name)}`] : []), ...(email ? [`email = ${quoted(email)}`] : [])],
  ];
  await appendFile(join(copy, ".git", "config"), `\n${lines.join("\n")}\n`);
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}
