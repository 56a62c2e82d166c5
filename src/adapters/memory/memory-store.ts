// Memories on disk: one log for the person and one for the project. Every query looks at the logs again, because another
// process may have written to them; only new bytes are read, and only a search builds an index.
import { randomUUID } from "node:crypto";
import { type BankFile, parseBank } from "../../domain/knowledge/knowledge-bank.ts";
import {
  type Memory,
  type MemoryRecord,
  memoryId,
  type Recollection,
  recollect,
} from "../../domain/knowledge/memory.ts";
import { type FindMemories, indexMemories } from "../../domain/knowledge/memory-index.ts";
import { bankCandidates, type MemoryScope, memoryCandidates, rank } from "../../domain/knowledge/memory-ranking.ts";
import { createHeirs } from "../../domain/knowledge/taken-over.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { searchWords } from "../../domain/text/words/words.ts";
import type { Clock } from "../../ports/clock.ts";
import type { MemorySearch, MemoryStore } from "../../ports/memory.ts";
import { createMemoryLog, type MemoryLog } from "./memory-log.ts";

export interface MemoryPlaces {
  /** The person's own log; undefined where there is no home. */
  readonly global: string | undefined;
  /** Undefined outside a repository. */
  readonly project: string | undefined;
}

/** Far more than anyone reads; the ranking would drop the rest anyway. */
const MOST_HITS = 400;

export function createMemoryStore(
  places: MemoryPlaces,
  clock: Clock,
  onDamage?: (damage: IflowError) => void,
): MemoryStore {
  const project = places.project === undefined ? undefined : createMemoryLog(places.project, onDamage);
  const global = places.global === undefined ? undefined : createMemoryLog(places.global, onDamage);
  const logOf = (scope: MemoryScope): MemoryLog => {
    const log = (scope === "global" && global) || project;
    if (log) return log;
    throw new IflowError("not-a-repository", "project memories need a repository", {
      fix: "run this in one, or keep them as your own: --global",
    });
  };
  const at = () => clock.now().toISOString();
  const readAll = async (): Promise<Known> => ({
    project: (await project?.read()) ?? NOTHING,
    global: (await global?.read()) ?? NOTHING,
  });
  let last: Candidates | undefined;

  return {
    async store(memory, { scope, key = randomUUID(), seen }) {
      const log = logOf(scope);
      if (!(await log.read()).keys.has(key)) {
        await log.append([{ type: "stored", at: at(), key, memory, ...(seen && { seen }) }]);
      }
      const { memories, firstKeys } = await log.read();
      const id = memoryId(memory.description);
      const now = at();
      const forgotten = { ...memory, id, observations: 0, createdAt: now, updatedAt: now }; // since that key was stored
      return {
        memory: memories.get(id) ?? forgotten,
        scope: log === global ? "global" : "project",
        reinforced: firstKeys.get(id) !== key,
      };
    },
    async note(records) {
      await logOf("project").append(records.map((record) => ({ ...record, at: at() }) as MemoryRecord));
    },
    async forget(id) {
      const known = await readAll();
      const scopes = (["project", "global"] as const).filter((scope) => known[scope].memories.has(id));
      for (const scope of scopes) {
        await logOf(scope).append([{ type: "forgotten", at: at(), key: randomUUID(), id }]);
      }
      return scopes;
    },
    recollect: readAll,
    async search(search, bank) {
      const known = await readAll();
      if (!last || !isOf(last, known, bank, search)) last = gather(known, bank, search);
      const { query, category, source, leastWords = 0 } = search;
      const hits = last.find({ words: searchWords(query), category, source }, MOST_HITS);
      return rank(query, hits, clock.now())
        .filter(({ matched }) => matched.length >= leastWords)
        .slice(0, search.limit);
    },
  };
}

type Known = Readonly<Record<MemoryScope, Recollection>>;
const NOTHING = recollect([]);

/** What a search looks through; collected once and reused until something changes. */
interface Candidates {
  readonly known: Known;
  readonly texts: readonly string[];
  readonly projectOnly: boolean;
  readonly find: FindMemories;
}

function gather(known: Known, bank: readonly BankFile[], { projectOnly = false }: MemorySearch): Candidates {
  const { uses, takenOver } = known.project;
  const entries = bank.flatMap((file) => parseBank(file));
  const reviewed = bankCandidates(entries, uses);
  const candidateOf = new Map(entries.map((entry, index) => [entry, reviewed[index]]));
  const entryOf = createHeirs(entries, takenOver);
  const heirOf = (memory: Memory) => {
    const entry = entryOf(memory);
    return entry && candidateOf.get(entry);
  };
  return {
    known,
    projectOnly,
    texts: bank.map(({ text }) => text),
    find: indexMemories([
      ...reviewed,
      ...memoryCandidates("project", known.project, uses, heirOf),
      ...(projectOnly ? [] : memoryCandidates("global", known.global, uses, heirOf)),
    ]),
  };
}

function isOf(
  last: Candidates,
  known: Known,
  bank: readonly BankFile[],
  { projectOnly = false }: MemorySearch,
): boolean {
  return (
    last.known.project === known.project &&
    last.known.global === known.global &&
    last.projectOnly === projectOnly &&
    last.texts.length === bank.length &&
    last.texts.every((text, index) => text === bank[index]?.text)
  );
}
