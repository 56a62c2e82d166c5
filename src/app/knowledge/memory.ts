// Memories as commands and hosts use them: stored once however often they are repeated, and found by any of their
// words, together with the entries of the knowledge bank. Input is checked here; the store only keeps it.
import {
  type BankFile,
  CATEGORIES,
  confidenceOf,
  type EntryName,
  observationCount,
  parseBank,
} from "../../domain/knowledge/knowledge-bank.ts";
import {
  type Memory,
  type MemoryInput,
  memoryId,
  type NewMemory,
  NewMemorySchema,
  roundsWith,
  type SESSION,
  type SeenBefore,
  SeenBeforeSchema,
} from "../../domain/knowledge/memory.ts";
import { bankId, type MemoryScope, type RankedMemory } from "../../domain/knowledge/memory-ranking.ts";
import { createHeirs } from "../../domain/knowledge/taken-over.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { plainWords } from "../../domain/text/words/foreign-words.ts";
import type { MemorySearch, StoredMemory } from "../../ports/memory.ts";
import type { Ports } from "../../ports/ports.ts";
import { readBank } from "./knowledge-bank.ts";

/** Outside a repository there is no tree, and so no knowledge bank. */
interface MemoryPorts extends Pick<Ports, "memory"> {
  readonly tree?: Ports["tree"];
  readonly emit?: Ports["emit"];
}

export async function storeMemory(
  { memory }: Pick<Ports, "memory">,
  input: MemoryInput & { readonly source: "manual" | typeof SESSION },
  scope: MemoryScope = "project",
): Promise<StoredMemory> {
  return memory.store(checkMemory(input), { scope });
}

/** Exactly what a person or a host is told. */
export function storedText({ memory: { id, name, observations }, reinforced }: StoredMemory): string {
  const said = plainWords(name);
  return reinforced ? `Reinforced: ${said} (id: ${id}, observations: ${observations})` : `Stored: ${said} (id: ${id})`;
}

export const NOTHING_FOUND = "No matching memories found.";

export interface MemoryQuery extends Pick<MemorySearch, "query" | "category" | "source"> {
  readonly limit?: number;
}

export async function searchMemory(
  ports: MemoryPorts,
  artifactsRoot: string,
  { limit = 10, ...asked }: MemoryQuery,
): Promise<RankedMemory[]> {
  if (asked.query.trim() === "")
    throw new IflowError("usage", "a search needs words", { fix: 'iflow memory search "<words>"' });
  if (asked.category !== undefined) requireCategory(asked.category);
  requireLimit(limit);
  const bank = await bankOf(ports, artifactsRoot);
  return ports.memory.search({ ...asked, limit }, bank);
}

export interface ListedMemory {
  readonly id: string;
  readonly source: "memory" | "bank";
  readonly scope: MemoryScope;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly confidence: string;
  readonly observations: number;
  readonly updatedAt: string | null;
  /** The entry of the knowledge bank that has taken it over and is handed over instead. */
  readonly entry: EntryName | null;
  /** How often this project handed it to an agent, and how many rounds reviews took with and without it. */
  readonly uses: number | null;
  readonly roundsWith: number | null;
  readonly roundsWithout: number | null;
}

/** Memories, newest first, then the entries of the bank that were handed over. */
export async function listMemories(ports: MemoryPorts, artifactsRoot: string): Promise<ListedMemory[]> {
  const known = await ports.memory.recollect();
  const effect = (id: string) => {
    const { uses, with: withIt, without } = roundsWith(known.project, id);
    return { uses: ports.tree ? uses : null, roundsWith: withIt, roundsWithout: without };
  };
  const bank = (await bankOf(ports, artifactsRoot)).flatMap(parseBank);
  const heirOf = createHeirs(bank, known.project.takenOver);
  const memories = (["project", "global"] as const).flatMap((scope) =>
    [...known[scope].memories.values()].map(
      ({ id, name, description, category, confidence, observations, updatedAt }): ListedMemory => ({
        ...{ id, source: "memory", scope, name, description, category, confidence, observations, updatedAt },
        ...effect(id),
        entry: entryNameOf(heirOf({ id, name, description, category })),
      }),
    ),
  );
  const entries = bank.map((entry): ListedMemory => {
    const { name, description, category } = entry;
    return {
      ...{ id: bankId(entry), source: "bank", scope: "project", name, description, category },
      ...{ confidence: confidenceOf(entry), observations: observationCount(entry), updatedAt: null, entry: null },
      ...effect(bankId(entry)),
    };
  });
  return [
    ...memories.sort((one, other) => (other.updatedAt ?? "").localeCompare(one.updatedAt ?? "")),
    ...entries.filter(({ uses }) => uses !== null && uses > 0),
  ];
}

async function bankOf({ tree, ...ports }: MemoryPorts, artifactsRoot: string): Promise<BankFile[]> {
  return tree ? readBank({ ...ports, tree }, artifactsRoot) : [];
}

/** The form shown to people and programs. */
export function entryNameOf(entry: EntryName | undefined): EntryName | null {
  return entry ? { category: entry.category, name: entry.name } : null;
}

export interface ForgottenMemory extends Pick<Memory, "id" | "name"> {
  /** The scopes it was forgotten in. */
  readonly scopes: readonly MemoryScope[];
}

/** Finds a memory by its id, or by a prefix that only one id has. */
export async function forgetMemory({ memory }: Pick<Ports, "memory">, asked: string): Promise<ForgottenMemory> {
  const known = await memory.recollect();
  const all = new Map([...known.global.memories, ...known.project.memories]);
  const exact = all.get(asked);
  const similar = [...all.values()].filter(({ id }) => asked.length >= SHORTEST_ID && id.startsWith(asked));
  const found = exact ?? (similar.length === 1 ? similar[0] : undefined);
  const scopes = found ? await memory.forget(found.id) : [];
  if (found && scopes.length > 0) return { id: found.id, name: found.name, scopes };
  const many = similar.length > 1;
  throw new IflowError("usage", many ? `more than one memory begins with ${asked}` : `there is no memory ${asked}`, {
    ...(many && { detail: similar.map(({ id, name }) => `${id}  ${plainWords(name)}`).join("\n") }),
    fix: "iflow memory list",
  });
}

const SHORTEST_ID = 4;

/** In the form that `import` accepts, one per line. */
export async function exportMemories(
  { memory }: Pick<Ports, "memory">,
  scope: MemoryScope,
): Promise<Omit<Memory, "noticed">[]> {
  const known = await memory.recollect();
  return [...known[scope].memories.values()].map(({ noticed: _engine, ...one }) => one); // no import may claim this
}

export interface ImportReport {
  readonly stored: number;
  readonly known: number;
  readonly refused: readonly { readonly line: number; readonly problem: string }[];
}

/** Known memories are not counted again, so a file may be imported twice. A line that is not a memory is reported. */
export async function importMemories(
  { memory }: Pick<Ports, "memory">,
  text: string,
  scope: MemoryScope,
): Promise<ImportReport> {
  const report = { stored: 0, known: 0, refused: [] as { line: number; problem: string }[] };
  const known = new Set((await memory.recollect())[scope].memories.keys());
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const checked = readImported(line);
    if (typeof checked === "string") {
      report.refused.push({ line: index + 1, problem: checked });
    } else if (known.has(memoryId(checked.memory.description))) {
      report.known += 1;
    } else {
      known.add((await memory.store(checked.memory, { scope, seen: checked.seen })).memory.id);
      report.stored += 1;
    }
  }
  return report;
}

function readImported(line: string): { readonly memory: NewMemory; readonly seen: SeenBefore } | string {
  try {
    const value: unknown = JSON.parse(line);
    const parsed = NewMemorySchema.strip().safeParse(value);
    if (!parsed.success) return problemOf(parsed.error.issues);
    const seen = SeenBeforeSchema.safeParse(value);
    if (!seen.success) return problemOf(seen.error.issues);
    return { memory: { ...parsed.data, source: "import" }, seen: seen.data };
  } catch (error) {
    return `it is not JSON (${(error as Error).message})`;
  }
}

function checkMemory(input: MemoryInput): NewMemory {
  const parsed = NewMemorySchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new IflowError("usage", problemOf(parsed.error.issues), {
    fix: `category must be one of ${CATEGORIES.join(", ")}; confidence must be high, medium or low`,
  });
}

function problemOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  return issues.map(({ path, message }) => `${path.join(".") || "the memory"}: ${message}`).join("; ");
}

function requireLimit(limit: number): void {
  if (Number.isInteger(limit) && limit > 0) return;
  throw new IflowError("usage", "the limit must be a whole number above 0", { fix: "--limit 10" });
}

function requireCategory(category: string): void {
  if ((CATEGORIES as readonly string[]).includes(category)) return;
  throw new IflowError("usage", `there is no category ${category}`, { fix: `one of ${CATEGORIES.join(", ")}` });
}
