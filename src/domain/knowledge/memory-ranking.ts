// Ranks the memories that answer a query: first by words, then by how often they were seen, how sure they are, how
// recent and how useful. Pure; the index only says which texts have any of the words.
import { searchWords, sharedWords, stemsOf } from "../text/words/words.ts";
import {
  type BankEntry,
  type Confidence,
  confidenceOf,
  type EntryName,
  fieldOf,
  observationCount,
  placeOf,
} from "./knowledge-bank.ts";
import { type Memory, memoryId, type Recollection } from "./memory.ts";

export type MemoryScope = "project" | "global";

export interface Candidate extends Pick<Memory, "id" | "description" | "observations" | "reasoning">, EntryName {
  /** Where it is stored. */
  readonly source: "memory" | "bank";
  /** For a memory: who noticed it. */
  readonly noticedBy?: string;
  readonly scope: MemoryScope;
  readonly confidence: Confidence;
  readonly keywords: readonly string[];
  /** Undefined for entries of the knowledge bank: their clock counts features. */
  readonly updatedAt: string | undefined;
  readonly uses: number;
  readonly phase: string | undefined;
  readonly role: string | undefined;
  /** Set for an entry of the knowledge bank. */
  readonly entry?: BankEntry;
  /** The entry of the knowledge bank that has taken it over. */
  readonly takenOverBy?: Candidate;
}

export interface RankedMemory extends Candidate {
  /** 0 to 1. */
  readonly score: number;
  /** Words of the query that it contains. */
  readonly matched: readonly string[];
}

export function memoryCandidates(
  scope: MemoryScope,
  own: Recollection,
  uses: Recollection["uses"],
  heirOf: (memory: Memory) => Candidate | undefined = () => undefined,
): Candidate[] {
  return [...own.memories.values()].map((memory) => {
    const takenOverBy = heirOf(memory);
    const candidate = candidateOf(memory, scope, uses.get(memory.id)?.length ?? 0);
    return takenOverBy ? { ...candidate, takenOverBy } : candidate;
  });
}

export function bankCandidates(entries: readonly BankEntry[], uses: Recollection["uses"]): Candidate[] {
  return entries.map((entry) => ({
    id: bankId(entry),
    source: "bank",
    scope: "project",
    name: entry.name,
    description: entry.description,
    category: entry.category,
    observations: observationCount(entry),
    confidence: confidenceOf(entry),
    keywords: (fieldOf(entry, "keywords") ?? "").split(/[\s"[\],]+/).filter((word) => word !== ""),
    reasoning: [withoutFields(entry), fieldOf(entry, "reasoning") ?? ""].join("\n").trimEnd(),
    updatedAt: undefined,
    uses: uses.get(bankId(entry))?.length ?? 0,
    phase: undefined,
    role: undefined,
    entry,
  }));
}

/** Counts and dates do not show what a lesson is about. */
function withoutFields({ text, start, fields }: BankEntry): string {
  const [first] = fields;
  if (!first) return text;
  let kept = text.slice(0, first.itemStart - start);
  for (const [index, { itemEnd }] of fields.entries()) {
    kept += text.slice(itemEnd - start, (fields[index + 1]?.itemStart ?? start + text.length) - start);
  }
  return kept;
}

/** Stays the same when the entry's count grows or it is challenged. */
export function bankId(entry: EntryName): string {
  return memoryId(placeOf(entry));
}

export interface Hit {
  readonly candidate: Candidate;
  /** As measured by the index; larger fits better. */
  readonly relevance: number;
}

/** Words alone decide more than half; among equals, proven memories come first. */
const WEIGHT = { words: 0.6, standing: 0.4 };

export function rank(query: string, hits: readonly Hit[], now: Date): RankedMemory[] {
  const asked = new Map(searchWords(query).flatMap((word) => stemsOf(word).map((stem) => [stem, word] as const)));
  const most = Math.max(...hits.map(({ relevance }) => relevance), Number.EPSILON);
  const mostSeen = Math.max(...hits.map(({ candidate }) => candidate.observations), 1);
  return hits
    .map(({ candidate, relevance }) => {
      const shared = sharedWords([...asked.keys()], stemsOf(textOf(candidate)));
      const matched = shared.flatMap((stem) => asked.get(stem) ?? []);
      const share = asked.size === 0 ? 0 : matched.length / asked.size;
      const words = (Math.max(0, relevance) / most + share) / 2;
      const score = WEIGHT.words * words + WEIGHT.standing * standing(candidate, mostSeen, now);
      return { ...candidate, matched, score: Math.round(score * 1000) / 1000 };
    })
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

function textOf({ name, description, keywords, reasoning }: Candidate): string {
  return [name, description, keywords.join(" "), reasoning].join("\n");
}

const SURE = { high: 1, medium: 2 / 3, low: 1 / 3 };
const DAY = 86_400_000;

function standing({ observations, confidence, updatedAt, uses }: Candidate, mostSeen: number, now: Date): number {
  const seen = Math.log(observations + 1) / Math.log(mostSeen + 1);
  const days = updatedAt === undefined ? 30 : Math.max(0, (now.getTime() - Date.parse(updatedAt)) / DAY);
  const recent = Math.log(1 + 1 / (1 + days / 30)) / Math.LN2;
  return 0.3 * seen + 0.2 * SURE[confidence] + 0.3 * recent + 0.2 * Math.min(uses / 10, 1);
}

function candidateOf(memory: Memory, scope: MemoryScope, uses: number): Candidate {
  const { id, name, description, category, observations, confidence, keywords, reasoning, updatedAt, phase, role } =
    memory;
  return {
    ...{ id, source: "memory", scope, name, description, category, observations, confidence, keywords, reasoning },
    ...{ updatedAt, uses, phase, role, noticedBy: memory.source },
  };
}
