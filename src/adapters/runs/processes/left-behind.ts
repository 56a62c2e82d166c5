// What a process that was killed left in our folders: its locks, drafts that never got their name, throw-away indexes.
// Looked for only where a lock of a dead owner says that a process was killed. What a living process made is left alone,
// and so is everything from another host.
import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { makerOf } from "../../../domain/run/maker-mark.ts";
import { listIfThere } from "../durable-files.ts";
import { isDeadLock, type LockRequest, takeLocks } from "./locks.ts";

/** `folders`: of all working trees and of this one; `locks` lie directly in them or in their folder `locks`. */
export async function removeLeftBehind(folders: readonly string[], self: () => Promise<LockRequest>): Promise<void> {
  const places = [...new Set(folders)].flatMap((folder) => [folder, join(folder, "locks")]);
  const found = await Promise.all(
    places.map(async (place) => (await listIfThere(place)).map((name) => join(place, name))),
  );
  const locks = found.flat().filter((path) => /\.lock(\.[0-9a-f]+)?$/.test(path));
  if (locks.length === 0) return;
  const own = await self();
  const dead: string[] = [];
  for (const path of locks) if (await isDeadLock(path, own)) dead.push(path);
  if (dead.length === 0) return;
  for (const folder of new Set(folders)) await removeTemporaries(folder);
  for (const path of dead) {
    // taken over like any other, because another process may be doing the same
    const lock = await takeLocks([path], own, false).catch(() => undefined);
    await lock?.release();
  }
}

async function removeTemporaries(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const gone = names.filter((name) => {
    const pid = makerOf(name, hostname());
    return pid !== undefined && pid !== process.pid && !isRunning(pid);
  });
  await Promise.all(gone.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** A number that was given to another process since counts as running: then the file stays until `iflow gc`. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
