// A patch between two snapshot trees that `git apply` accepts. It is passed on as text, so a file that is not UTF-8 is
// written the way git writes binary files: otherwise its bytes would be lost.
import { Buffer, isUtf8 } from "node:buffer";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Checkout } from "../checkout/checkout.ts";
import type { GitOptions } from "../checkout/git.ts";
import { inBatches } from "../checkout/named-paths.ts";
import { openThrowawayObjects } from "../checkout/throwaway.ts";

interface PatchRange {
  readonly before: string;
  readonly after: string;
  readonly paths: readonly string[];
}

export async function readPatch(checkout: Checkout, { before, after, paths }: PatchRange): Promise<string> {
  const env = await openThrowawayObjects(checkout);
  const read = async (some: readonly string[], config: GitOptions["config"] = {}) => {
    const shape = ["-p", "--binary", "--full-index", "--no-renames", "--no-textconv", "--no-ext-diff", "--no-color"];
    const args = ["diff-tree", "-r", ...shape, before, after, "--", ...some];
    return Buffer.from(await checkout.git.run(args, { env, config, encoding: "latin1" }), "latin1");
  };

  let patch = "";
  for (const batch of inBatches(paths.toSorted())) {
    const bytes = await read(batch);
    if (isUtf8(bytes)) patch += bytes.toString("utf8");
    else for (const path of batch) patch += await readOne(path);
  }
  return patch;

  async function readOne(path: string): Promise<string> {
    const bytes = await read([path]);
    if (isUtf8(bytes)) return bytes.toString("utf8");
    const attributes = join(checkout.gitDir, "iflow", "objects", "info", "all-binary");
    await writeFile(attributes, "* -diff\n");
    return (await read([path], { "core.attributesFile": attributes })).toString("utf8");
  }
}
