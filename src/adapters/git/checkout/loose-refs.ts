// Refs in their most common form, read straight from their files: where HEAD stands is checked before every step, and
// starting a process each time would be most of the cost. For anything that is not plain (packed, detached, a ref that
// points to another, another ref storage) the answer is undefined and git must be asked. Nothing is remembered.
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Checkout } from "./checkout.ts";

type Directories = Pick<Checkout, "gitDir" | "commonDir">;

/** HEAD on a branch that has a commit. */
export async function readPlainHead(directories: Directories) {
  const text = await readText(join(directories.gitDir, "HEAD"));
  const branch = text?.match(/^ref: refs\/heads\/(.+)\n$/)?.[1];
  if (branch === undefined) return undefined;
  const head = await readPlainTip(directories, branch);
  return head === undefined ? undefined : { branch, head };
}

export async function readPlainTip({ commonDir }: Directories, branch: string): Promise<string | undefined> {
  if (branch.split("/").some((segment) => segment === "" || segment.startsWith("."))) return undefined; // not a branch
  const text = await readText(join(commonDir, "refs", "heads", branch));
  return text?.match(/^([0-9a-f]{40}(?:[0-9a-f]{24})?)\n$/)?.[1];
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A ref that cannot be read counts as missing: then git is asked, and says why. */
function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}
