// Memories of this person (global) and of this project. The logs are the source of truth and are only ever appended to; a
// search looks through them and the knowledge bank as they are. Several processes may use them at once; a process that is
// killed leaves a record whole or absent.
import type { BankFile } from "../domain/knowledge/knowledge-bank.ts";
import type { Memory, MemoryRecord, NewMemory, Recollection, SeenBefore } from "../domain/knowledge/memory.ts";
import type { MemoryScope, RankedMemory } from "../domain/knowledge/memory-ranking.ts";

export interface StoredMemory {
  readonly memory: Memory;
  readonly scope: MemoryScope;
  /** The same words were already known. */
  readonly reinforced: boolean;
}

export interface StoreOptions {
  readonly scope: MemoryScope;
  readonly key?: string;
  /** For an import: how often and when it was seen elsewhere. */
  readonly seen?: SeenBefore;
}

export interface MemorySearch {
  readonly query: string;
  readonly limit: number;
  readonly category?: string;
  /** Only memories, or only entries of the knowledge bank. */
  readonly source?: RankedMemory["source"];
  /** Entries that match fewer words of the query are left out. */
  readonly leastWords?: number;
  /** Leaves out the person's own memories from other projects. */
  readonly projectOnly?: boolean;
}

export interface MemoryStore {
  /** Resolves when the memory is on disk. Storing the same `key` again changes nothing. */
  store(memory: NewMemory, options: StoreOptions): Promise<StoredMemory>;
  /** Appends what happened with memories of the project; a key that already exists is fine. */
  note(records: readonly NewRecord[]): Promise<void>;
  /** Forgets the memory in every scope and returns those scopes; empty when there is no such memory. */
  forget(id: string): Promise<MemoryScope[]>;
  /** Everything known, by scope; `uses` and `loops` belong to the project. */
  recollect(): Promise<Readonly<Record<MemoryScope, Recollection>>>;
  /** Best first. `bank` holds the files as they are now. */
  search(search: MemorySearch, bank: readonly BankFile[]): Promise<RankedMemory[]>;
}

/** What a caller says about a record; the store adds the time. */
export type NewRecord = MemoryRecord extends infer One ? (One extends MemoryRecord ? Omit<One, "at"> : never) : never;
