// Refs in their most common form, read straight from their files: where HEAD stands is checked before every step, and
// starting a process each time would be most of the cost. For anything that is not plain (packed, detached, a ref that
// points to another, another ref storage) the answer is undefined and git must be asked. Nothing is remembered.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "./checkout.ts";

type Directories = Pick<Checkout, "gitDir" | "commonDir">;

/** HEAD on a branch that has a commit. */
export function readPlainHead(directories: Directories) {
  const text = readPlainText(join(directories.gitDir, "HEAD"));
  const branch = text?.match(/^ref: refs\/heads\/(.+)\n$/)?.[1];
  if (branch === undefined) return undefined;
  const head = readPlainTip(directories, branch);
  return head === undefined ? undefined : { branch, head };
}

export function readPlainTip({ commonDir }: Directories, branch: string): string | undefined {
  if (!isName(branch)) return undefined;
  const text = readPlainText(join(commonDir, "refs", "heads", branch));
  return text?.match(/^([0-9a-f]{40}(?:[0-9a-f]{24})?)\n$/)?.[1];
}

/** Nowhere among its refs; a finished feature's branch is often gone. False also where git must be asked. */
export function isPlainlyMissing({ commonDir }: Directories, branch: string): boolean {
  const isThere = (...path: string[]) => lstatSync(join(commonDir, ...path), { throwIfNoEntry: false }) !== undefined;
  // the loose one first: what is packed meanwhile is then found among the packed
  if (!isName(branch) || isThere("reftable") || isThere("refs", "heads", branch)) return false;
  const packed = readPlainText(join(commonDir, "packed-refs"));
  return packed === undefined ? !isThere("packed-refs") : !packed.includes(` refs/heads/${branch}\n`);
}

/** The commit at which a branch was made, while its log still tells. */
export function readBeginning({ commonDir }: Directories, branch: string): string | undefined {
  if (!isName(branch)) return undefined;
  const log = readPlainText(join(commonDir, "logs", "refs", "heads", branch));
  return log?.match(/^0+ ([0-9a-f]{40}(?:[0-9a-f]{24})?) /)?.[1];
}

function isName(branch: string): boolean {
  return branch.split("/").every((segment) => segment !== "" && !segment.startsWith("."));
}
