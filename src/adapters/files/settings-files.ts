// Where settings are written down, the weakest first.
import { join } from "node:path";
import { CONFIG_FILE } from "../../domain/config/settings-file.ts";
import { userFolder } from "../../domain/config/user-folder.ts";

/** The person's own file, where there is a home, then the repository's. */
export function settingsFiles({ root }: { readonly root: string }, env: Readonly<Record<string, string | undefined>>) {
  const folder = userFolder(env, "config");
  const own = folder === undefined ? [] : [join(folder, "iflow", "config.json")];
  return [...own, join(root, CONFIG_FILE)];
}
