// Entries of the user's index that one of our commits has made stale. They are written down before the branch moves and
// crossed out once the index shows the commit. So a process that dies in between, or an index that another program holds
// locked, leaves a debt that the next opening settles; otherwise the user's next commit would undo ours.
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { makerMark } from "../../../domain/run/maker-mark.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { seal, unseal } from "../../../domain/text/json/seal.ts";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Entry } from "../checkout/commit-facts.ts";
import { readWhereabouts } from "../checkout/whereabouts.ts";
import { type IndexedEntry, isSameEntry, readEntriesAt, readIndexedEntries } from "../looking/entries.ts";
import { setEntries } from "./user-index.ts";

export interface Owed {
  /** The user's index before the commit. */
  readonly indexed: ReadonlyMap<string, IndexedEntry>;
  /** The index shows the commit. */
  settled(): Promise<void>;
  /** There was no commit. */
  cancel(): Promise<void>;
}

/** Called before the branch moves; `committed` is what it will hold then, undefined for a removed path. */
export async function oweEntries(
  checkout: Checkout,
  branch: string,
  committed: ReadonlyMap<string, Entry | undefined>,
): Promise<Owed> {
  const earlier = readDebts(checkout);
  const indexed = await readIndexedEntries(checkout, committed.keys());
  const owed = Object.fromEntries(
    [...committed].map(([path, after]) => [path, { before: plain(indexed.get(path)), after: plain(after) }]),
  );
  await writeDebts(checkout, { ...earlier, [branch]: { ...earlier[branch], ...owed } });
  const others = Object.entries(earlier[branch] ?? {}).filter(([path]) => !committed.has(path));
  return {
    indexed,
    settled: () => writeDebts(checkout, { ...earlier, [branch]: Object.fromEntries(others) }),
    cancel: () => writeDebts(checkout, earlier),
  };
}

/**
 * Sets the entries that are still as they were before our commit, if HEAD still holds what we committed; anything staged
 * or committed since is left alone. Returns the paths it set. Throws `git-failed` when the index cannot be written.
 */
export async function settleDebts(checkout: Checkout): Promise<string[]> {
  const debts = readDebts(checkout);
  if (Object.keys(debts).length === 0) return [];
  const { branch, head } = await readWhereabouts(checkout);
  const owed = Object.entries(debts[branch ?? ""] ?? {});
  if (branch === undefined || head === undefined || owed.length === 0) return [];
  const paths = owed.map(([path]) => path);
  const [indexed, committed] = await Promise.all([
    readIndexedEntries(checkout, paths),
    readEntriesAt(checkout, head, paths),
  ]);
  const stale = owed.filter(([path, { before, after }]) => {
    const isAsBefore = isSameEntry(indexed.get(path), before ?? undefined);
    return (
      isAsBefore &&
      isSameEntry(committed.get(path), after ?? undefined) &&
      !isSameEntry(after ?? undefined, indexed.get(path))
    );
  });
  await setEntries(checkout, head, new Map(stale.map(([path, { after }]) => [path, after ?? undefined])));
  await writeDebts(checkout, { ...debts, [branch]: {} });
  return stale.map(([path]) => path);
}

const EntrySchema = z.object({ mode: z.string(), id: z.string() }).nullable();
/** By branch, then by path; null where there is no entry. */
const DebtsSchema = z.record(z.string(), z.record(z.string(), z.object({ before: EntrySchema, after: EntrySchema })));
type Debts = z.infer<typeof DebtsSchema>;

/** One file per working tree: each has an index of its own. */
const placeOf = ({ gitDir }: Checkout): string => join(gitDir, "iflow", "stale-index.json");

/** An earlier version wrote the debts alone, without a checksum. */
const FileSchema = z.union([z.strictObject({ debts: DebtsSchema }).transform(({ debts }) => debts), DebtsSchema]);

function readDebts(checkout: Checkout): Debts {
  const text = readPlainText(placeOf(checkout));
  if (text === undefined) return {};
  const read = unseal(Buffer.from(text));
  const debts = read.state === "damaged" ? undefined : FileSchema.safeParse(read.value).data;
  if (debts === undefined) throw damaged(placeOf(checkout));
  return debts;
}

/** Without it nothing can tell which entries are behind, and the user's next commit might undo one of ours. */
function damaged(path: string): IflowError {
  const message = `${path} is damaged: it lists files whose entry in git's index is behind a commit of iflow`;
  return new IflowError("journal-corrupt", message, {
    fix: `See \`git status\`; unstage what undoes iflow's last commit (git restore --staged FILE), then: rm '${path}'`,
  });
}

async function writeDebts(checkout: Checkout, debts: Debts): Promise<void> {
  const path = placeOf(checkout);
  const open = Object.entries(debts).filter(([, entries]) => Object.keys(entries).length > 0);
  if (open.length === 0) return rm(path, { force: true });
  await mkdir(join(checkout.gitDir, "iflow"), { recursive: true });
  // Its maker's mark lets the next process remove a draft that a kill has left.
  const draft = join(checkout.gitDir, "iflow", `.${makerMark(hostname(), process.pid)}stale-index.json.draft`);
  await writeFile(draft, seal(JSON.stringify({ debts: Object.fromEntries(open) })), { flush: true });
  await rename(draft, path);
}

function plain(entry: Entry | undefined): Entry | null {
  return entry ? { mode: entry.mode, id: entry.id } : null;
}
