// One small file for each feature that is being created: `.git/iflow/creating/007-rate-limit.json`.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Creation, CreationSchema } from "../../domain/run/creation.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { seal, unseal } from "../../domain/text/json/seal.ts";
import type { Begun } from "../../ports/runs/begun.ts";
import type { Creations } from "../../ports/runs/creations.ts";
import { listIfThere, makeFolder, onDisk, readIfThere, removeDrafts, writeWhole } from "./durable-files.ts";

export function createCreationFiles(commonDir: string, begun?: Begun): Creations {
  const folder = join(commonDir, "iflow", "creating");
  const fileOf = (key: string) => join(folder, `${key}.json`);
  /** A script runs what it says, so one is taken only from a record that this person made. */
  const believed = async ({ chain, ...creation }: Creation, bytes: Buffer): Promise<Creation> => {
    const isFine = chain?.runtime.script === undefined || !begun || (await begun.isNoted(bytes.toString("utf8")));
    return chain && isFine ? { ...creation, chain } : creation;
  };
  return {
    async all() {
      const found: Creation[] = [];
      for (const name of await listIfThere(folder)) {
        const bytes = await readIfThere(join(folder, name));
        if (bytes) found.push(await believed(parse(folder, name, bytes), bytes));
      }
      return found;
    },

    async keep(creation) {
      await makeFolder(folder);
      const text = seal(JSON.stringify(creation));
      await begun?.note(text);
      await writeWhole(fileOf(creation.key), text);
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
