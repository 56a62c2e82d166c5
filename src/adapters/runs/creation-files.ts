// One small file for each feature that is being created: `.git/iflow/creating/007-rate-limit.json`.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Creation, CreationSchema } from "../../domain/run/creation.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { seal, unseal } from "../../domain/text/seal.ts";
import type { Creations } from "../../ports/creations.ts";
import { listIfThere, makeFolder, onDisk, readIfThere, removeDrafts, writeWhole } from "./durable-files.ts";

export function createCreationFiles(commonDir: string): Creations {
  const folder = join(commonDir, "iflow", "creating");
  const fileOf = (key: string) => join(folder, `${key}.json`);
  return {
    async all() {
      const found: Creation[] = [];
      for (const name of await listIfThere(folder)) {
        const bytes = await readIfThere(join(folder, name));
        if (bytes) found.push(parse(folder, name, bytes));
      }
      return found;
    },

    async keep(creation) {
      await makeFolder(folder);
      await writeWhole(fileOf(creation.key), seal(JSON.stringify(creation)));
    },

    async forget(key) {
      await removeDrafts(fileOf(key));
      await onDisk(folder, () => rm(fileOf(key), { force: true }));
    },
  };
}

function parse(folder: string, name: string, bytes: Buffer): Creation {
  const read = unseal(bytes);
  const parsed = CreationSchema.safeParse(read.state === "damaged" ? undefined : read.value);
  if (parsed.success && name === `${parsed.data.key}.json`) return parsed.data;
  const path = join(folder, name);
  throw new IflowError("journal-corrupt", `${path} is damaged: it says which feature was being created`, {
    fix: `look at it, then remove it: rm '${path}'`,
  });
}
