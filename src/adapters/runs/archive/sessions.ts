// Sessions that iflow keeps itself, one file each, shared by all working trees. They are removed with the runs whose
// outcomes name them. A turn killed before it had an outcome leaves a file that no outcome names: a stray, with a whole
// prompt in it. While a run is open, such a file may be its own, so nothing is a stray. Links are never followed.
import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Outcome } from "../../../domain/billing/outcome.ts";
import { listIfThere, onDisk, readIfThere } from "../durable-files.ts";

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const FILE = /^[0-9a-f-]{36}\.jsonl$/;

/** Removes only sessions with names that iflow gave; sessions kept by agents elsewhere belong to them. */
export async function removeSessions(
  folder: string,
  outcomes: readonly Pick<Outcome, "session" | "unfinished">[],
): Promise<void> {
  const named = outcomes.flatMap(({ session, unfinished }) => [session, unfinished]);
  const ids = named.flatMap((ref) => /^([0-9a-f-]{36})@\d+$/.exec(ref ?? "")?.[1] ?? []);
  for (const id of new Set(ids)) await rm(join(folder, `${id}.jsonl`), { force: true });
}

export interface StrayPlaces {
  readonly sessions: string;
  readonly runs: string;
}

export async function strayBytes(places: StrayPlaces): Promise<number> {
  const strays = await unnamed(places, await sessionFiles(places));
  return strays.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Returns the bytes that were freed. The files are listed before checking whether a run is open, and the runs are read
 * after that. A run that begins meanwhile, in any working tree, makes files that are not in the list, and a run that
 * ends has already recorded its sessions.
 */
export async function removeStrays(places: StrayPlaces, isAnyOpen: () => Promise<boolean>): Promise<number> {
  const files = await sessionFiles(places);
  if (files.length === 0 || (await isAnyOpen())) return 0;
  let freed = 0;
  for (const { name, bytes } of await unnamed(places, files)) {
    const path = join(places.sessions, name);
    await onDisk(path, () => rm(path, { force: true }));
    freed += bytes;
  }
  return freed;
}

interface SessionFile {
  readonly name: string;
  readonly bytes: number;
}

async function sessionFiles({ sessions }: StrayPlaces): Promise<SessionFile[]> {
  const names = (await listIfThere(sessions)).filter((name) => FILE.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const entry = await lstat(join(sessions, name)).catch(() => undefined); // removed meanwhile
      return entry?.isFile() ? [{ name, bytes: entry.size }] : [];
    }),
  );
  return found.flat();
}

async function unnamed({ runs }: StrayPlaces, files: readonly SessionFile[]): Promise<SessionFile[]> {
  if (files.length === 0) return [];
  const named = await namedIn(runs);
  return files.filter(({ name }) => !named.has(name.slice(0, -".jsonl".length)));
}

/** Everything that looks like a session name, in the outcomes of all runs, including those this version cannot read. */
async function namedIn(runs: string): Promise<Set<string>> {
  const named = new Set<string>();
  for (const run of await listIfThere(runs)) {
    const folder = join(runs, run, "dispatches");
    for (const name of (await listIfThere(folder)).filter((one) => one.endsWith(".outcome.json"))) {
      const text = (await readIfThere(join(folder, name)))?.toString("utf8") ?? "";
      for (const [id] of text.matchAll(ID)) named.add(id);
    }
  }
  return named;
}
