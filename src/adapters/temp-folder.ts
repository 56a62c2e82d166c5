// Folders outside of the repository, for the owner's eyes only. Their names carry the process that made them, so that what
// a killed one left is removed by the next command.
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { makerMark, makerOf } from "../domain/run/maker-mark.ts";

/** Calls `use` with a new folder that nobody else can read; it is removed afterwards. */
export async function withTempFolder<T>(name: string, use: (folder: string) => Promise<T>): Promise<T> {
  await removeLeftFolders();
  const folder = await mkdtemp(join(realpathSync(tmpdir()), `iflow-${name}-${makerMark(hostname(), process.pid)}`));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Those of processes that are gone. The temp folder is everybody's, so only what is ours and a folder counts. */
export async function removeLeftFolders(): Promise<void> {
  const place = tmpdir();
  for (const name of namesIn(place)) {
    const pid = /^iflow-[a-z]+-~/.test(name) ? makerOf(name, hostname()) : undefined;
    if (pid === undefined || isRunning(pid) || !isOwnFolder(join(place, name))) continue;
    await rm(join(place, name), { recursive: true, force: true }).catch(() => undefined); // the next command tries again
  }
}

/** A number that was given to another process since counts as running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}
