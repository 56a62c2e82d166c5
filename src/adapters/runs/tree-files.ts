// One small file for each work tree that iflow makes: `.git/iflow/trees/limit-logins.json`, and beside it what its set-up
// command said.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type OwnTree, OwnTreeSchema } from "../../domain/run/own-tree.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { seal, unseal } from "../../domain/text/json/seal.ts";
import type { Trees } from "../../ports/git/trees.ts";
import { listIfThere, makeFolder, onDisk, readIfThere, removeDrafts, writeWhole } from "./durable-files.ts";

export function createTreeFiles(commonDir: string): Pick<Trees, "own" | "keep" | "forget" | "keepOutput"> {
  const folder = join(commonDir, "iflow", "trees");
  const fileOf = (name: string) => join(folder, `${name}.json`);
  const outputOf = (name: string) => join(folder, `${name}.setup.txt`);
  return {
    async own() {
      const found: OwnTree[] = [];
      for (const name of (await listIfThere(folder)).filter((one) => one.endsWith(".json"))) {
        const bytes = await readIfThere(join(folder, name));
        if (bytes) found.push(parse(folder, name, bytes));
      }
      return found;
    },

    async keep(tree) {
      await makeFolder(folder);
      await writeWhole(fileOf(tree.name), seal(JSON.stringify(OwnTreeSchema.parse(tree))));
    },

    async forget(name) {
      await removeDrafts(fileOf(name));
      await onDisk(folder, () => rm(outputOf(name), { force: true }));
      await onDisk(folder, () => rm(fileOf(name), { force: true }));
    },

    async keepOutput(name, output) {
      await makeFolder(folder);
      await writeWhole(outputOf(name), output);
      return outputOf(name);
    },
  };
}

function parse(folder: string, name: string, bytes: Buffer): OwnTree {
  const read = unseal(bytes);
  const parsed = OwnTreeSchema.safeParse(read.state === "damaged" ? undefined : read.value);
  if (parsed.success && name === `${parsed.data.name}.json`) return parsed.data;
  const path = join(folder, name);
  throw new IflowError("journal-corrupt", `${path} is damaged: it says for what a work tree was made`, {
    fix: `look at it, then remove it: rm '${path}'   (the tree itself: git worktree list)`,
  });
}
