// Which entry of the knowledge bank speaks for a memory. A retrospective that turns a memory into an entry leaves a
// pointer in the log; an entry with the same words, or of the same kind and name, needs none. A search for lessons then
// returns the entry, whose words were reviewed, and not the memory. A name alone never removes a memory from the log.
import { type BankEntry, type BankFile, type EntryName, parseBank, placeOf } from "./knowledge-bank.ts";
import { lessonText, shortName } from "./knowledge-bank-edit.ts";
import type { Memory, Recollection } from "./memory.ts";
import type { BankChange } from "./retro-bank.ts";

type Spoken = Pick<Memory, "id" | "name" | "description" | "category">;

type FindHeir = (memory: Spoken) => BankEntry | undefined;

/** Finds the entry that took a memory over; built once for all memories, so each lookup costs the same. */
export function createHeirs(entries: readonly BankEntry[], takenOver: Recollection["takenOver"]): FindHeir {
  const sayerOf = createSayers(entries, takenOver);
  const byPlace = new Map(entries.map((entry) => [placeOf(entry), entry]));
  return (memory) =>
    sayerOf(memory) ?? byPlace.get(placeOf({ category: memory.category, name: shortName(memory.name) }));
}

/** The same without names: two lessons may have the same name and say different things. */
function createSayers(entries: readonly BankEntry[], takenOver: Recollection["takenOver"]): FindHeir {
  const byPlace = new Map(entries.map((entry) => [placeOf(entry), entry]));
  const byWords = new Map(entries.map((entry) => [entry.description.toLowerCase(), entry]));
  return ({ id, description }) => {
    const pointed = takenOver.get(id);
    return (pointed && byPlace.get(placeOf(pointed))) ?? byWords.get(lessonText(description).toLowerCase());
  };
}

export type Pointer =
  | { readonly type: "taken-over"; readonly id: string; readonly entry: EntryName }
  | { readonly type: "forgotten"; readonly id: string };

/**
 * What is written to the log after a retrospective: the memories its entries were made from, and those whose entry was
 * retired, because a lesson that no longer holds must not come back as an observation.
 */
export function pointersOf(
  changes: readonly BankChange[],
  { before, after }: { readonly before: readonly BankFile[]; readonly after: readonly BankFile[] },
  { memories, takenOver }: Pick<Recollection, "memories" | "takenOver">,
): Pointer[] {
  const sayerBefore = createSayers(before.flatMap(parseBank), takenOver);
  const sayerAfter = createSayers(after.flatMap(parseBank), takenOver);
  const isOf = (entry: EntryName | undefined, change: BankChange) => !!entry && placeOf(entry) === placeOf(change);
  return [...memories.values()].flatMap((memory): Pointer[] => {
    const { id } = memory;
    const retired = changes.some((change) => change.type === "retired" && isOf(sayerBefore(memory), change));
    if (retired) return [{ type: "forgotten", id }];
    const taker = changes.find(
      (change) => isTaking(change) && (change.from?.includes(id) || isOf(sayerAfter(memory), change)),
    );
    if (!taker || isOf(takenOver.get(id), taker)) return [];
    return [{ type: "taken-over", id, entry: { category: taker.category, name: taker.name } }];
  });
}

function isTaking(change: BankChange): change is Extract<BankChange, { type: "added" | "confirmed" }> {
  return change.type === "added" || change.type === "confirmed";
}
