// Finds a working tree by its files, for commands that only look: starting git would be a large part of their time. For
// anything but a plain checkout of the person's own (another owner, a bare repository, a submodule, settings that move the
// tree, another format) the answer is undefined and git must be asked.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "./checkout.ts";
import { createMemory } from "./commit-facts.ts";
import { Git } from "./git.ts";

export function findPlainCheckout(cwd: string, env: NodeJS.ProcessEnv): Checkout | undefined {
  if (env.GIT_CEILING_DIRECTORIES || env.GIT_DISCOVERY_ACROSS_FILESYSTEM) return undefined;
  try {
    const start = realpathSync(cwd);
    const root = rootAbove(start, statSync(start).dev);
    const place = root === undefined ? undefined : readPlace(root);
    if (root === undefined || place === undefined || !isPlain(place)) return undefined;
    return { git: new Git(root, env), root, ...place, idBytes: 20, memory: createMemory() };
  } catch {
    return undefined;
  }
}

/** git stops at the border of a file system, and at a folder that is a git directory itself. */
function rootAbove(folder: string, device: number): string | undefined {
  if (statSync(folder).dev !== device || isGitDirectory(folder)) return undefined;
  if (lstatSync(join(folder, ".git"), { throwIfNoEntry: false })) return folder;
  return dirname(folder) === folder ? undefined : rootAbove(dirname(folder), device);
}

function isGitDirectory(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }));
}

type Place = Pick<Checkout, "gitDir" | "commonDir">;

/** `.git` is a folder, or the file that a linked working tree has. */
function readPlace(root: string): Place | undefined {
  const dotGit = join(root, ".git");
  if (!isOwn(root) || !isOwn(dotGit)) return undefined;
  if (lstatSync(dotGit).isDirectory()) return { gitDir: dotGit, commonDir: dotGit };
  const path = readPlainText(dotGit)?.match(/^gitdir: (.+)\n$/)?.[1];
  const gitDir = path === undefined ? undefined : realpathSync(resolve(root, path));
  const common = gitDir === undefined ? undefined : readPlainText(join(gitDir, "commondir"))?.match(/^(.+)\n$/)?.[1];
  if (gitDir === undefined || common === undefined || !isOwn(gitDir)) return undefined;
  return { gitDir, commonDir: realpathSync(resolve(gitDir, common)) };
}

/** git refuses a repository of somebody else. */
function isOwn(path: string): boolean {
  return lstatSync(path).uid === process.getuid?.();
}

function isPlain({ gitDir, commonDir }: Place): boolean {
  const head = readPlainText(join(gitDir, "HEAD")) ?? "";
  const config = readPlainText(join(commonDir, "config")) ?? "";
  const isKnown = /^\s*repositoryformatversion\b/im.test(config) && !ODD.some((setting) => setting.test(config));
  return isKnown && /^(?:ref: refs\/.+|[0-9a-f]{40})\n$/.test(head) && isGitDirectory(commonDir);
}

const ODD = [
  /^\s*\[(?:extensions|include|includeif)\b/im,
  /^\s*(?:\[.*\]\s*)?worktree\b/im,
  /^\s*(?:\[.*\]\s*)?bare\b(?!\s*=\s*false\s*$)/im,
  /^\s*(?:\[.*\]\s*)?repositoryformatversion\b(?!\s*=\s*0\s*$)/im,
];
