// The knowledge bank in the working tree: what it holds, what has become stale, and what old entries lack.
import { underRoot } from "../../domain/feature/feature-key.ts";
import {
  type BankEntry,
  type BankFile,
  bankFileName,
  bankKey,
  CATEGORIES,
  type Category,
  confidenceOf,
  fieldOf,
  isStale,
  lastObserved,
  newerFeatures,
  observationCount,
  parseBank,
} from "../../domain/knowledge/knowledge-bank.ts";
import { backfillBank } from "../../domain/knowledge/knowledge-bank-edit.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";

interface BankPorts extends Pick<Ports, "tree"> {
  /** Receives a warning for files that cannot be read. */
  readonly emit?: Ports["emit"];
}

export interface ListedEntry {
  readonly name: string;
  readonly category: Category;
  readonly description: string;
  readonly confidence: string;
  readonly observations: number;
  readonly lastObserved: number | null;
  /** Number of newer features; null if unknown. */
  readonly newerFeatures: number | null;
  readonly stale: boolean;
  readonly challenged: readonly string[];
}

export function bankPath(artifactsRoot: string, category: Category): string {
  return underRoot(artifactsRoot, "knowledge-bank", bankFileName(category));
}

/**
 * All three files; a missing one is empty. A file that cannot be read causes a warning and does not affect the rest.
 */
export async function readBank({ tree, emit }: BankPorts, artifactsRoot: string): Promise<BankFile[]> {
  const files = await Promise.all(CATEGORIES.map((category) => readFile(tree, artifactsRoot, category)));
  for (const { problem } of files) {
    if (problem !== undefined) emit?.({ type: "warned", text: `part of the knowledge bank was skipped: ${problem}` });
  }
  return files;
}

async function readFile(tree: Ports["tree"], artifactsRoot: string, category: Category): Promise<BankFile> {
  try {
    return { category, text: (await tree.read(bankPath(artifactsRoot, category))) ?? "" };
  } catch (error) {
    if (!(error instanceof IflowError)) throw error;
    return { category, text: "", problem: error.message };
  }
}

/** Numbers of the features that have a folder here, in order. */
export async function featureNumbers({ tree }: BankPorts, artifactsRoot: string): Promise<number[]> {
  const names = await tree.list(underRoot(artifactsRoot, "features"));
  return names
    .flatMap((name) => /^(\d{1,6})-/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

export async function listBank(ports: BankPorts, artifactsRoot: string): Promise<ListedEntry[]> {
  const features = await featureNumbers(ports, artifactsRoot);
  const files = await readBank(ports, artifactsRoot);
  return files.flatMap(parseBank).map((entry) => listed(entry, features));
}

/** Finds an entry by its whole name, or by words that occur in only one name. */
export async function showEntry(ports: BankPorts, artifactsRoot: string, asked: string): Promise<BankEntry> {
  const entries = (await readBank(ports, artifactsRoot)).flatMap(parseBank);
  const key = bankKey(asked);
  const exact = entries.find(({ name }) => bankKey(name) === key);
  const similar = entries.filter(({ name }) => bankKey(name).includes(key));
  const found = exact ?? (similar.length === 1 ? similar[0] : undefined);
  if (found) return found;
  throw new IflowError("usage", `${similar.length === 0 ? "no" : "more than one"} entry is called "${asked}"`, {
    ...(similar.length > 0 && { detail: similar.map(({ name }) => name).join("\n") }),
    fix: "iflow kb list",
  });
}

export interface BackfillPlan {
  readonly path: string;
  /** The file's text when the plan was made. */
  readonly before: string;
  readonly text: string;
  /** The lines added to each entry. */
  readonly added: readonly { readonly name: string; readonly lines: readonly string[] }[];
}

export interface Backfill {
  readonly plans: readonly BackfillPlan[];
  /** Entries that lack a field and do not get one, because there is no feature they could be assigned to. */
  readonly undated: readonly string[];
}

/** What `kb backfill` would write; writes nothing yet. */
export async function planBackfill(ports: BankPorts, artifactsRoot: string): Promise<Backfill> {
  const newest = (await featureNumbers(ports, artifactsRoot)).at(-1);
  const files = (await readBank(ports, artifactsRoot)).map((file) => {
    const text = backfillBank(file, newest);
    return { file, text, after: parseBank({ ...file, text }) };
  });
  const plans = files.flatMap(({ file, text, after }) => {
    if (text === file.text) return [];
    const before = parseBank(file);
    const added = after.flatMap((entry, index) => {
      const lines = newLines(before[index], entry);
      return lines.length === 0 ? [] : [{ name: entry.name, lines }];
    });
    return [{ path: bankPath(artifactsRoot, file.category), before: file.text, text, added }];
  });
  const undated = files.flatMap(({ after }) => after).filter((entry) => fieldOf(entry, "last observed") === undefined);
  return { plans, undated: undated.map(({ name }) => name) };
}

/**
 * Each file is whole at any moment; nothing is committed. If somebody edited a file while the person looked at the
 * plan, nothing at all is written.
 */
export async function applyBackfill({ tree }: BankPorts, plans: readonly BackfillPlan[]): Promise<void> {
  const now = await Promise.all(plans.map(({ path }) => tree.read(path)));
  const changed = plans.filter(({ before }, index) => now[index] !== before).map(({ path }) => path);
  if (changed.length > 0) {
    throw new IflowError("repository-state", `${changed.join(", ")} changed in the meantime: nothing was written`, {
      detail: "the result would differ from what was shown",
      fix: "iflow kb backfill   (shows the changes again)",
    });
  }
  for (const { path, text } of plans) await tree.write(path, text);
}

function newLines(before: BankEntry | undefined, after: BankEntry): string[] {
  const known = new Set(before?.fields.map(({ name }) => name));
  const labels = { "last observed": "Last observed", "observation count": "Observation count" } as const;
  return (Object.keys(labels) as (keyof typeof labels)[])
    .filter((name) => !known.has(name))
    .map((name) => `- ${labels[name]}: ${fieldOf(after, name) ?? ""}`);
}

function listed(entry: BankEntry, features: readonly number[]): ListedEntry {
  return {
    name: entry.name,
    category: entry.category,
    description: entry.description,
    confidence: confidenceOf(entry),
    observations: observationCount(entry),
    lastObserved: lastObserved(entry) ?? null,
    newerFeatures: newerFeatures(entry, features) ?? null,
    stale: entry.isMarkedStale || isStale(entry, features),
    challenged: entry.fields.filter(({ name }) => name === "challenged").map(({ value }) => value),
  };
}
