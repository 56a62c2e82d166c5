// Installed packages that were touched: git ignores them, so no snapshot shows it. Looked for by the disk's own clock, which
// counts a rewritten file even if its size and dates look the same.
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isCache, isInstalledFolder } from "../../../domain/checks/installed-files.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { splitRecords } from "../checkout/named-paths.ts";

/** About a second. */
const MOST_FILES = 300_000;

const IGNORED = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"];

/** Paths from the root, sorted. `since` in milliseconds. */
export async function touchedInstalled({ root, git }: Checkout, since: number): Promise<string[]> {
  const folders = splitRecords(await git.run(IGNORED)).flatMap((path) =>
    path.endsWith("/") ? [path.slice(0, -1)] : [],
  );
  const ignored = folders.filter((path) => isInstalledFolder(path.slice(path.lastIndexOf("/") + 1)));
  let left = MOST_FILES;
  const touched: string[] = [];
  const look = (folder: string) => {
    for (const entry of entriesOf(join(root, folder))) {
      const path = `${folder}/${entry.name}`;
      if (left <= 0 || isCache(path)) continue;
      left -= 1;
      if (entry.isDirectory()) look(path);
      else if ((lstatSync(join(root, path), { throwIfNoEntry: false })?.ctimeMs ?? 0) >= since) touched.push(path);
    }
  };
  for (const folder of ignored) look(folder);
  return touched.sort();
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // not ours to read, or gone since a moment ago
  }
}
