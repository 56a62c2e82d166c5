// Where an optional package is installed. Only the folders given are looked at: never the repository that agents work in,
// which could bring a package of that name.
import { createRequire } from "node:module";
import { join } from "node:path";

/** Resolves the package from each of these folders, in order. */
export function findPackage(name: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    try {
      return createRequire(join(folder, "package.json")).resolve(name);
    } catch {
      // it is not installed there
    }
  }
  return undefined;
}
