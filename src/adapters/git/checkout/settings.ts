// What makes git run something or points to stashed work: its configuration, its hooks, the stash. An agent's shell
// command can change all of them, bypassing every refusal, so they are compared before and after it. They are read from
// disk, where no hook can falsify them.
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "./checkout.ts";

/** By name relative to the git directory, with a hash each. */
export async function readSettings({ root, gitDir, commonDir }: Checkout): Promise<Record<string, string>> {
  const config = textOf(join(commonDir, "config")) ?? "";
  const own = textOf(join(gitDir, "config.worktree"));
  const found: [string, string][] = [["config", hash(lasting(config))]];
  if (own !== undefined) found.push(["config.worktree", hash(lasting(own))]);
  for (const name of ["info/attributes", "refs/stash"]) {
    const text = textOf(join(commonDir, name));
    if (text !== undefined) found.push([name, hash(text)]);
  }
  found.push(...(await filesBelow("hooks", join(commonDir, "hooks"))));
  for (const path of hooksElsewhere(config + (own ?? ""))) found.push(...(await filesBelow(path, resolve(root, path))));
  return Object.fromEntries(found);
}

/** Where the configuration redirects git for its hooks: the folder may be ignored, so no snapshot would show it. */
function hooksElsewhere(config: string): string[] {
  return [...config.matchAll(/^\s*hookspath\s*=\s*"?([^"\n]+?)"?\s*$/gim)].map(([, path = ""]) => path);
}

async function filesBelow(name: string, folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const nameOf = (path: string) => `${name}${path.slice(folder.length)}`;
  return files.toSorted().map((path) => [nameOf(path), hash(textOf(path) ?? "")]);
}

/**
 * Leaves out the lines that git and editors keep for each branch: they come and go by themselves and run nothing.
 * Everything else counts, wherever it appears: a section may begin in the middle of a line.
 */
function lasting(config: string): string {
  const lines = config.split("\n").filter((line) => !/^\[branch "[^"\]]*"\]\s*$/.test(line) && !OF_A_BRANCH.test(line));
  return lines.join("\n");
}

const OF_A_BRANCH =
  /^\s*(?:remote|merge|rebase|pushremote|description|vscode-merge-base|github-pr-owner-number|gk-[\w-]+)\s*=[^[\]]*$/i;

function textOf(path: string): string | undefined {
  return readPlainText(path, "latin1");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
