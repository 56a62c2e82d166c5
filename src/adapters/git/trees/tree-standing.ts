// Whether a work tree is still the one that was made: an agent, or whoever clears up, can take away its folder or the file in
// it that ties it to the repository. git then looks further up, and may find another repository there.
import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { TreeStanding } from "../../../ports/git/trees.ts";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { gitDirOf, mainRoot } from "../checkout/linked-trees.ts";

export async function readStanding(checkout: Checkout, root: string): Promise<TreeStanding> {
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) return "gone";
  return root === (await mainRoot(checkout)) || tiedTo(checkout, root) !== undefined ? "whole" : "cut-off";
}

/** Its git directory, if that is one of this repository. */
function tiedTo({ commonDir }: Pick<Checkout, "commonDir">, root: string): string | undefined {
  const gitDir = gitDirOf(root);
  const shared = gitDir === undefined ? undefined : readPlainText(join(gitDir, "commondir"))?.trimEnd();
  if (gitDir === undefined || shared === undefined) return undefined;
  return realOf(resolve(gitDir, shared)) === realOf(commonDir) ? gitDir : undefined;
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** One that is made again in the same place has another mark. Those that a person made, and the main one, have none. */
export function readMark(checkout: Pick<Checkout, "commonDir">, root: string): string | undefined {
  const gitDir = tiedTo(checkout, root);
  return gitDir === undefined ? undefined : readPlainText(markIn(gitDir));
}

/** Repeatable. */
export async function markTree(checkout: Checkout, root: string): Promise<void> {
  const gitDir = tiedTo(checkout, root);
  if (gitDir === undefined || readPlainText(markIn(gitDir))) return;
  await mkdir(join(gitDir, "iflow"), { recursive: true });
  await writeFile(markIn(gitDir), randomUUID());
}

function markIn(gitDir: string): string {
  return join(gitDir, "iflow", "made");
}
