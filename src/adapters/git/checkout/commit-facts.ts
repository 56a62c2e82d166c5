// What one process may remember: facts that cannot become untrue. What a commit holds is one, by its full id; so is the
// entry git gives to certain bytes under certain rules. Where HEAD, refs, index and files stand is never kept here.
import type { Diff } from "../../../ports/repository.ts";
import { foldersAbove } from "./named-paths.ts";

export interface Memory {
  /** Entries by commit and path; null where the commit has none. */
  readonly committed: Map<string, Map<string, Entry | null>>;
  /** By `{since}..{tip}`, then by the name of the step: the commit that carries its trailer. */
  readonly steps: Map<string, ReadonlyMap<string, string>>;
  /** By both commits and the paths. */
  readonly diffs: Map<string, Promise<Diff>>;
  /** By path: what git made of a working file, and everything that decided it. */
  readonly working: Map<string, { readonly circumstances: string; readonly entry: Entry }>;
}

export function createMemory(): Memory {
  return { committed: new Map(), steps: new Map(), diffs: new Map(), working: new Map() };
}

/** Entries remembered of a commit, or room for them. */
export function entriesOf({ committed }: Memory, commit: string): Map<string, Entry | null> {
  const entries = committed.get(commit) ?? new Map<string, Entry | null>();
  keepNewest(committed, commit, entries);
  return entries;
}

/** The child differs from its parent in the staged paths alone; undefined is a removed one. */
export function rememberChild(
  memory: Memory,
  { parent, commit }: { readonly parent: string; readonly commit: string },
  staged: ReadonlyMap<string, Entry | undefined>,
): void {
  const present = new Set([...staged].flatMap(([path, entry]) => (entry ? [path] : [])));
  const folders = new Set([...present].flatMap(foldersAbove));
  const entries = entriesOf(memory, commit);
  for (const [path, entry] of entriesOf(memory, parent)) {
    // a file has taken the place of everything that was below it
    entries.set(path, foldersAbove(path).some((folder) => present.has(folder)) ? null : entry);
  }
  for (const folder of folders) entries.set(folder, null);
  for (const [path, entry] of staged) entries.set(path, entry ?? null);
}

export function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  for (const old of [...map.keys()].slice(0, -remembered)) map.delete(old);
}

const remembered = 8;

export interface Entry {
  readonly mode: string;
  readonly id: string;
}
