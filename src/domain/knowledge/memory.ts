// Memories: observations that have not been reviewed. The log is the truth: one JSON record per line, append-only, so
// several processes may write it at once. The known memories are folded from it; the same words are one memory, however
// often they are stored and by anyone. Records with the same key count once.
import * as z from "zod";
import { seal } from "../text/json/seal.ts";
import { readLogLines } from "../text/json/sealed-lines.ts";
import { sha256 } from "../text/sha256.ts";
import { CATEGORIES, CONFIDENCES, type EntryName } from "./knowledge-bank.ts";

const LONGEST = { name: 120, description: 4_000, reasoning: 4_000 };
const filled = (most: number) =>
  z.string().regex(/\S/, "must not be empty").max(most, `must not be longer than ${most} characters`);
const words = z.array(z.string().max(200)).max(50);

/** Stored by a host's model while it worked: no other party has seen it. */
export const SESSION = "session-capture";
/** The same source in records of earlier versions. */
const EARLIER_SESSION = "session";

export const NewMemorySchema = z.strictObject({
  name: filled(LONGEST.name),
  description: filled(LONGEST.description),
  reasoning: filled(LONGEST.reasoning),
  category: z.enum(CATEGORIES),
  references: words.default([]),
  keywords: words.default([]),
  confidence: z.enum(CONFIDENCES).default("medium"),
  /** What noticed it: `review-loop`, `session-capture`, `manual`, `import`. */
  source: z.string().max(40).default("manual"),
  /** The phase in which it was learned; it fits best there. */
  phase: z.string().max(40).optional(),
  /** The role in whose work it was noticed: the reviewer that raised it. */
  role: z.string().max(40).optional(),
});
export type NewMemory = z.infer<typeof NewMemorySchema>;
/** As entered by a person or a host. */
export type MemoryInput = z.input<typeof NewMemorySchema>;

/** What another log knew about a memory before the import. */
export const SeenBeforeSchema = z.object({
  observations: z.int().min(1).max(100_000).default(1),
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
});
export type SeenBefore = z.infer<typeof SeenBeforeSchema>;

const recordOf = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.looseObject({ type: z.literal(type), at: z.string(), key: z.string().min(1), ...shape });
const RecordSchema = z.discriminatedUnion("type", [
  recordOf("stored", { memory: NewMemorySchema.loose(), seen: SeenBeforeSchema.optional() }),
  recordOf("forgotten", { id: z.string() }),
  /** A retrospective turned it into an entry of the knowledge bank, or found that an entry already says it. */
  recordOf("taken-over", {
    id: z.string(),
    entry: z.looseObject({ category: z.enum(CATEGORIES), name: z.string() }),
  }),
  /** Handed over to an agent; `id` belongs to a memory or to an entry of the knowledge bank. */
  recordOf("used", { id: z.string(), run: z.string(), phase: z.string(), role: z.string() }),
  /** A review loop has ended; allows comparing rounds with and without a lesson. */
  recordOf("reviewed", { run: z.string(), phase: z.string(), rounds: z.number() }),
]);
export type MemoryRecord = z.infer<typeof RecordSchema>;
type RecordOf<Type extends MemoryRecord["type"]> = Extract<MemoryRecord, { type: Type }>;

/** The source of what the engine noticed; only the engine may use it. */
export const ENGINE_SOURCE = "review-loop";

export interface Memory extends NewMemory {
  readonly id: string;
  readonly observations: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The engine's own part in it; records of the same words from other sources, earlier or later, do not affect it. */
  readonly noticed?: Pick<Memory, "name" | "observations" | "references">;
}

/** Everything a log says. */
export interface Recollection {
  readonly memories: ReadonlyMap<string, Memory>;
  /** By memory: the entry of the knowledge bank that took it over; it may since be gone, or be on another branch. */
  readonly takenOver: ReadonlyMap<string, EntryName>;
  readonly uses: ReadonlyMap<string, readonly Use[]>;
  readonly loops: readonly ReviewedLoop[];
  /** Keys of all records. */
  readonly keys: ReadonlySet<string>;
  /** By memory: the record that first stored it since it was last forgotten. */
  readonly firstKeys: ReadonlyMap<string, string>;
}

export type Use = Pick<RecordOf<"used">, "at" | "run" | "phase" | "role">;
export type ReviewedLoop = Pick<RecordOf<"reviewed">, "run" | "phase" | "rounds">;

/** Case and spacing do not make a different memory. */
export function memoryId(description: string): string {
  const normalised = description.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  return sha256(normalised).slice(0, 16);
}

export function printRecord(record: MemoryRecord): string {
  return `${seal(JSON.stringify(record))}\n`;
}

/** Skips lines that were torn by a crash, are damaged (both told about) or were written by another version. */
export function parseRecords(text: string, onUnreadable: (lines: number) => void = () => undefined): MemoryRecord[] {
  const { values, unreadable } = readLogLines(text);
  if (unreadable > 0) onUnreadable(unreadable);
  return values.flatMap((value) => {
    const record = RecordSchema.safeParse(value);
    return record.success ? [record.data] : [];
  });
}

export function recollect(records: readonly MemoryRecord[]): Recollection {
  const recollection = newRecollection();
  for (const record of records) recollection.add(record);
  return recollection;
}

export interface GrowingRecollection extends Recollection {
  add(record: MemoryRecord): void;
}

/** Grows with its log, so that another record costs the same however long the log is. */
export function newRecollection(): GrowingRecollection {
  const memories = new Map<string, Memory>();
  const takenOver = new Map<string, EntryName>();
  const uses = new Map<string, Use[]>();
  const loops: ReviewedLoop[] = [];
  const keys = new Set<string>();
  const firstKeys = new Map<string, string>();
  const add = (record: MemoryRecord): void => {
    if (keys.has(record.key)) return;
    keys.add(record.key);
    switch (record.type) {
      case "stored": {
        const id = memoryId(record.memory.description);
        if (!memories.has(id)) firstKeys.set(id, record.key);
        memories.set(id, withStored(memories.get(id), id, record));
        break;
      }
      case "forgotten":
        memories.delete(record.id);
        takenOver.delete(record.id);
        break;
      case "taken-over":
        takenOver.set(record.id, record.entry);
        break;
      case "used":
        if (!uses.has(record.id)) uses.set(record.id, []);
        uses.get(record.id)?.push(record);
        break;
      case "reviewed":
        loops.push(record);
        break;
      default:
        record satisfies never;
    }
  };
  return { memories, takenOver, uses, loops, keys, firstKeys, add };
}

const RANKS = { low: 0, medium: 1, high: 2 };

function withStored(before: Memory | undefined, id: string, record: RecordOf<"stored">): Memory {
  const { source } = record.memory;
  const memory = { ...record.memory, source: source === EARLIER_SESSION ? SESSION : source };
  const after = reinforced(before, id, memory, record.at);
  return record.seen ? { ...after, ...seenBefore(before, record.seen, record.at) } : after;
}

/** An import does not add counts up, so that a file imported by two processes counts once. */
function seenBefore(
  before: Memory | undefined,
  { observations, createdAt, updatedAt }: SeenBefore,
  at: string,
): Pick<Memory, "observations" | "createdAt" | "updatedAt"> {
  const created = [createdAt ?? at, ...(before ? [before.createdAt] : [])].sort();
  const updated = [updatedAt ?? createdAt ?? at, ...(before ? [before.updatedAt] : [])].sort();
  return {
    observations: Math.max(before?.observations ?? 0, observations),
    createdAt: created[0] ?? at,
    updatedAt: updated.at(-1) ?? at,
  };
}

function reinforced(before: Memory | undefined, id: string, memory: NewMemory, at: string): Memory {
  const noticed = memory.source === ENGINE_SOURCE && { noticed: noticedMore(before?.noticed, memory) };
  if (!before) return { ...memory, id, observations: 1, createdAt: at, updatedAt: at, ...noticed };
  return {
    ...before,
    ...noticed,
    source: before.source === SESSION ? memory.source : before.source, // another source has seen it too
    reasoning: memory.reasoning,
    confidence: RANKS[memory.confidence] > RANKS[before.confidence] ? memory.confidence : before.confidence,
    references: together(before.references, memory.references),
    keywords: memory.keywords.length > 0 ? memory.keywords : before.keywords,
    observations: before.observations + 1,
    updatedAt: at,
  };
}

function noticedMore(before: Memory["noticed"], { name, references }: NewMemory): NonNullable<Memory["noticed"]> {
  if (!before) return { name, references, observations: 1 };
  const all = together(before.references, references);
  return { name: before.name, references: all, observations: before.observations + 1 };
}

function together(before: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...before, ...more])].slice(-50);
}

/** What the engine noticed in a feature's loops, in the engine's own words. */
export function noticedIn({ memories }: Pick<Recollection, "memories">, feature: string): Memory[] {
  return [...memories.values()].flatMap((memory) =>
    memory.noticed?.references.includes(`feature/${feature}`) ? [{ ...memory, ...memory.noticed }] : [],
  );
}

/** Mean rounds of the loops in whose runs an entry was handed over, and of the other loops of the same phases. */
export function roundsWith(
  { uses, loops }: Recollection,
  id: string,
): { readonly uses: number; readonly with: number | null; readonly without: number | null } {
  const own = uses.get(id) ?? [];
  const runs = new Set(own.map(({ run }) => run));
  const phases = new Set(own.map(({ phase }) => phase));
  const comparable = loops.filter(({ phase }) => phases.has(phase));
  return {
    uses: own.length,
    with: meanRounds(comparable.filter(({ run }) => runs.has(run))),
    without: meanRounds(comparable.filter(({ run }) => !runs.has(run))),
  };
}

function meanRounds(loops: readonly ReviewedLoop[]): number | null {
  if (loops.length === 0) return null;
  return Math.round((10 * loops.reduce((sum, { rounds }) => sum + rounds, 0)) / loops.length) / 10;
}
