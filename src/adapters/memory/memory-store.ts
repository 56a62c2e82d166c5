// Memories on disk: a log of the person and one of the project, and an index beside the working tree. Reads the logs anew
// for every question, because another process may have written to them.
import { randomUUID } from "node:crypto";
import { parseBank } from "../../domain/knowledge-bank.ts";
import { type MemoryRecord, memoryId, recollect } from "../../domain/memory.ts";
import { bankCandidates, bankId, type MemoryScope, memoryCandidates, rank } from "../../domain/memory-ranking.ts";
import { searchWords } from "../../domain/words.ts";
import type { Clock } from "../../ports/clock.ts";
import type { MemorySearch, MemoryStore } from "../../ports/memory.ts";
import { createMemoryIndex } from "./memory-index.ts";
import { createMemoryLog, type MemoryLog } from "./memory-log.ts";

export interface MemoryPlaces {
  /** The person's own log; undefined where there is no home. */
  readonly global: string | undefined;
  readonly project: string;
  readonly index: string;
}

/** Far more than anybody reads; the rest is ranked out anyway. */
const MOST_HITS = 400;

export function createMemoryStore(places: MemoryPlaces, clock: Clock): MemoryStore {
  const project = createMemoryLog(places.project);
  const global = places.global === undefined ? undefined : createMemoryLog(places.global);
  const logOf = (scope: MemoryScope): MemoryLog => (scope === "global" && global ? global : project);
  const index = createMemoryIndex(places.index);
  const at = () => clock.now().toISOString();
  const readAll = async () => {
    const [own, others] = await Promise.all([project.read(), global?.read() ?? []]);
    return { project: recollect(own), global: recollect(others) };
  };

  return {
    async store(memory, { scope, key = randomUUID() }) {
      const log = logOf(scope);
      const isThere = (await log.read()).some((record) => record.key === key);
      if (!isThere) await log.append([{ type: "stored", at: at(), key, memory }]);
      const records = await log.read();
      const id = memoryId(memory.description);
      const now = at();
      const forgotten = { ...memory, id, observations: 0, createdAt: now, updatedAt: now }; // since that key was stored
      const stored = recollect(records).memories.get(id) ?? forgotten;
      return { memory: stored, scope: log === global ? "global" : "project", reinforced: !isFirst(records, id, key) };
    },
    async note(records) {
      await project.append(records.map((record) => ({ ...record, at: at() }) as MemoryRecord));
    },
    async forget(id) {
      const known = await readAll();
      for (const scope of ["project", "global"] as const) {
        if (!known[scope].memories.has(id)) continue;
        await logOf(scope).append([{ type: "forgotten", at: at(), key: randomUUID(), id }]);
        return true;
      }
      return false;
    },
    recollect: readAll,
    async search(search, bank) {
      const known = await readAll();
      const { uses } = known.project;
      const entries = bank.flatMap((file) => parseBank(file));
      const candidates = [
        ...bankCandidates(entries, uses),
        ...memoryCandidates("project", known.project, uses),
        ...(search.projectOnly ? [] : memoryCandidates("global", known.global, uses)),
      ];
      const hits = await index.find(searchWords(search.query), candidates, MOST_HITS);
      const byId = new Map(entries.map((entry) => [bankId(entry), entry]));
      return rank(search.query, hits, clock.now())
        .filter((found) => fits(found, search))
        .slice(0, search.limit)
        .map((found) => {
          const entry = found.source === "bank" ? byId.get(found.id) : undefined;
          return { ...found, ...(entry && { entry }) };
        });
    },
  };
}

function fits(found: ReturnType<typeof rank>[number], { category, leastWords = 0 }: MemorySearch): boolean {
  return (category === undefined || found.category === category) && found.matched.length >= leastWords;
}

/** Of the records since it was last forgotten, this one came first. */
function isFirst(records: readonly MemoryRecord[], id: string, key: string): boolean {
  let first: string | undefined;
  for (const record of records) {
    if (record.type === "forgotten" && record.id === id) first = undefined;
    if (record.type === "stored" && memoryId(record.memory.description) === id) first ??= record.key;
  }
  return first === key;
}
