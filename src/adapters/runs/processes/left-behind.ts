// What a process that was killed left in our folders: its locks, drafts that never got their name, throw-away indexes.
// Folders below runs are looked into only where a lock of a dead owner says that a process was killed, and where a run is
// continued. What a living process made is left alone, and so is everything from another host.
import { readdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { makerOf } from "../../../domain/run/maker-mark.ts";
import { isRunning } from "../../temp-folder.ts";
import { mayHaveUser } from "./index-user.ts";
import { isDeadLock, type LockRequest, takeLocks } from "./locks.ts";

/** `folders`: that of all working trees and that of this one. */
export async function removeLeftBehind(folders: readonly string[], self: () => Promise<LockRequest>): Promise<void> {
  const own = [...new Set(folders)];
  const places = own.flatMap((folder) => [folder, join(folder, "locks"), join(folder, "drafts")]);
  const names = places.flatMap((place) => namesIn(place).map((name) => join(place, name)));
  await removeAll(names.filter(isOfDeadProcess));
  const locks = names.filter((path) => /\.lock(\.[0-9a-f]+)?$/.test(path));
  if (locks.length === 0) return;
  const request = await self();
  const dead: string[] = [];
  for (const path of locks) if (await isDeadLock(path, request)) dead.push(path);
  if (dead.length > 0) for (const folder of own) await removeTemporaries(folder);
  for (const path of dead) {
    // taken over like any other, because another process may be doing the same
    const lock = await takeLocks([path], request, false).catch(() => undefined);
    await lock?.release();
  }
}

/** In this folder and all below it. */
export async function removeTemporaries(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  await removeAll(names.filter(isOfDeadProcess).map((name) => join(folder, name)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // it is not there, or its user will be told
  }
}

function isOfDeadProcess(path: string): boolean {
  const pid = makerOf(basename(path), hostname());
  return pid !== undefined && pid !== process.pid && !isRunning(pid);
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) if (!(await mayHaveUser(path))) await rm(path, { recursive: true, force: true });
}
