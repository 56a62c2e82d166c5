// Writes into the person's own settings what they have just said. Whatever else is in the file stays.

import { dirname, join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { OwnPrices } from "../../domain/billing/usage.ts";
import { changeConfig } from "../../domain/config/config-file.ts";
import { userFolder } from "../../domain/config/user-folder.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { makeFolders } from "../make-folders.ts";
import { MEGABYTE, readPlain } from "../plain-file.ts";

/** Resolves with the file's path when it is on disk. */
export async function keepPrices(
  prices: OwnPrices,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const folder = userFolder(env, "config");
  if (folder === undefined) {
    throw new IflowError("config-invalid", "there is no folder for your own settings", {
      fix: "set HOME, or the price in iflow.config.json (budget.prices)",
    });
  }
  const path = join(folder, "iflow", "config.json");
  const before = readPlain(path, MEGABYTE)?.toString("utf8") ?? "{}\n";
  const known: OwnPrices = JSON.parse(before).budget?.prices ?? {}; // the schema has accepted it when the command began
  const text = changeConfig(before, [{ key: "budget.prices", value: { ...known, ...prices } }]);
  await makeFolders(dirname(path));
  await writeFileAtomic(path, text);
  return path;
}
