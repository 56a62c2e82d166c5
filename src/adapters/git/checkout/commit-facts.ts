// What one process may remember: facts that cannot become untrue. One is what a commit holds, by its full id; another
// is the entry git gives to certain bytes under certain rules. The state of HEAD, refs, index and files is never kept.
import type { Diff } from "../../../ports/git/repository.ts";
import { foldersAbove } from "./named-paths.ts";

export interface Memory {
  /** Entries by commit and path; null where the commit has none. */
  readonly committed: Map<string, Map<string, Entry | null>>;
  /** By `{since}..{tip}`, then by step name: the commit that carries the step's trailer. */
  readonly steps: Map<string, ReadonlyMap<string, string>>;
  /** By both commits and the paths. */
  readonly diffs: Map<string, Promise<Diff>>;
  /** By path: git's entry for a working file, and everything that determined it. */
  readonly working: Map<string, { readonly circumstances: string; readonly entry: Entry }>;
}

export function createMemory(): Memory {
  return { committed: new Map(), steps: new Map(), diffs: new Map(), working: new Map() };
}

/** The remembered entries of a commit, or a new map for them. */
export function entriesOf({ committed }: Memory, commit: string): Map<string, Entry | null> {
  const entries = committed.get(commit) ?? new Map<string, Entry | null>();
  keepNewest(committed, commit, entries);
  return entries;
}

/** The child differs from its parent only in the staged paths; undefined means a removed path. */
export function rememberChild(
  memory: Memory,
  { parent, commit }: { readonly parent: string; readonly commit: string },
  staged: ReadonlyMap<string, Entry | undefined>,
): void {
  const present = new Set([...staged].flatMap(([path, entry]) => (entry ? [path] : [])));
  const folders = new Set([...present].flatMap(foldersAbove));
  const entries = entriesOf(memory, commit);
  for (const [path, entry] of entriesOf(memory, parent)) {
    // a file has replaced everything that was below it
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

export type Entries = ReadonlyMap<string, Entry>;
