// A folder outside the repository for work that must not see it. Removed when the work is done.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withTempFolder } from "../temp-folder.ts";

export function withScratch<T>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  return withTempFolder("scratch", async (folder) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return use(folder);
  });
}
