// A folder and its parents. Node's own recursive mkdir never ends where the disk says "not there" whatever is made before,
// as below /proc; this one fails at once.
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The first folder that was made; undefined when all were there. */
export async function makeFolders(path: string, mode?: number): Promise<string | undefined> {
  const make = () => mkdir(path, mode === undefined ? {} : { mode });
  try {
    await make();
    return path;
  } catch (error) {
    if (await isFolder(path)) return undefined;
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
  }
  const first = await makeFolders(dirname(path), mode);
  try {
    await make();
  } catch (error) {
    if (!(await isFolder(path))) throw error; // else another process was quicker
  }
  return first ?? path;
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
