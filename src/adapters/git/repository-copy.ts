// A throw-away copy of a repository, in which anything may be tried: files, index, branches and runs as they are. Objects
// are read from the original and never written there. Hooks, signing and background work of git are switched off. What git
// ignores stays behind, and so does what may hold secrets: a kill would leave it in the temp folder for a while.
import { constants } from "node:fs";
import { appendFile, cp, lstat, mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { secretFiles } from "../../domain/text/secrets/secret-files.ts";
import type { Repository } from "../../ports/git/repository.ts";
import { withTempFolder } from "../temp-folder.ts";
import { Git } from "./checkout/git.ts";
import { trackedFiles } from "./checkout/tracked-files.ts";

type Original = Pick<Repository, "root" | "gitDir" | "commonDir">;

/** Calls `use` with the root of the copy, which is removed afterwards. */
export function withCopy<T>(original: Original, env: NodeJS.ProcessEnv, use: (root: string) => Promise<T>): Promise<T> {
  return withTempFolder("copy", async (root) => {
    await copyFiles(original, root, env);
    await copyGit(original, join(root, ".git"));
    await settle(original, root, env);
    return use(root);
  });
}

/** Nothing in the copy is built or tested, so of what is ignored only texts that are part of prompts are needed. */
async function copyFiles({ root }: Original, copy: string, env: NodeJS.ProcessEnv): Promise<void> {
  const listed = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const ignored = (await new Git(root, env).run(listed)).split("\0").filter((path) => path !== "" && !GUIDES.has(path));
  const left = new Set([".git", ...ignored.map((path) => path.replace(/\/$/, ""))]);
  const secrets = secretFiles({ tracked: () => trackedFiles(root, env), deny: [] });
  await copyTree(root, copy, (path, isFolder) => left.has(path) || (!isFolder && secrets.refusal(path) !== undefined));
}

const GUIDES: ReadonlySet<string> = new Set(["AGENTS.md", "CLAUDE.md"]);

/** In a linked working tree, HEAD and the index are its own; everything else is shared. */
async function copyGit({ gitDir, commonDir }: Original, copy: string): Promise<void> {
  await copyTree(commonDir, copy, (path) => ["objects", "lfs", "worktrees"].includes(path));
  if (gitDir !== commonDir) await copyTree(gitDir, copy, (path) => ["commondir", "gitdir"].includes(path));
  await mkdir(join(copy, "objects", "info"), { recursive: true });
  await mkdir(join(copy, "objects", "pack"), { recursive: true });
  await writeFile(join(copy, "objects", "info", "alternates"), `${join(commonDir, "objects")}\n`);
}

/** Of a path below what is copied. */
type IsLeft = (path: string, isFolder: boolean) => boolean;

async function copyTree(from: string, to: string, isLeft: IsLeft): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (path) => {
      const found = await lstat(path).catch(() => undefined); // undefined: gone meanwhile
      const isCopied = found?.isFile() || found?.isDirectory() || found?.isSymbolicLink(); // no socket, no pipe
      return isCopied === true && !isLeft(relative(from, path), found?.isDirectory() === true);
    },
  });
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
