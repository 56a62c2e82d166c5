// What a retrospective changes in the knowledge bank, written to the files as they are by then. A file with somebody's
// uncommitted work is neither written nor committed; a change that did not get into the bank is never reported as done.
import type { BankFile } from "../../../domain/knowledge/knowledge-bank.ts";
import { type BankChange, countBankChanges } from "../../../domain/knowledge/retro-bank.ts";
import { pointersOf } from "../../../domain/knowledge/taken-over.ts";
import { isWritten } from "../../../domain/knowledge/written-change.ts";
import type { NewRecord } from "../../../ports/memory.ts";
import { bankPath, readBank } from "../../knowledge/knowledge-bank.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { whenUndisturbed } from "../../work/world.ts";
import { type BankBefore, featureOf, withChanges } from "./retro-bank.ts";

export interface BankWriting {
  /** Files that belong in the commit. */
  readonly paths: readonly string[];
  /** The changes made in those files. */
  readonly written: readonly BankChange[];
}

export async function writeBank(
  phase: PhaseRun,
  bank: BankBefore,
  changes: readonly BankChange[],
): Promise<BankWriting> {
  if (changes.length === 0) return { paths: [], written: [] };
  const noted = await whenUndisturbed<Noted | string[]>(phase, {
    round: 0,
    segment: "bank-write",
    input: changes.map(({ type, category, name }) => [type, category, name]),
    work: async () => {
      const { files, left } = await writeFiles(phase, bank, changes);
      const isDone = (change: BankChange) =>
        !left.includes(pathOf(phase, change)) && isWritten(files, change, featureOf(phase));
      const done = changes.filter(isDone);
      await pointToEntries(phase, done, { before: bank.files, after: files });
      tell(phase, done, changes.length - done.length, left);
      const concerned = [...new Set(done.map((change) => pathOf(phase, change)))];
      const there = await Promise.all(concerned.map((path) => phase.ports.tree.isPlainFile(path)));
      return { paths: concerned.filter((_, index) => there[index]), written: done.map((one) => changes.indexOf(one)) };
    },
  });
  if (Array.isArray(noted)) return { paths: noted, written: changes }; // earlier versions recorded only the paths
  return { paths: noted.paths, written: changes.filter((_, index) => noted.written.includes(index)) };
}

type Noted = { readonly paths: string[]; readonly written: number[] };

/** All files as they are afterwards, and the paths of those left alone. */
async function writeFiles(
  phase: Parts<"feature" | "ports" | "run">,
  bank: BankBefore,
  changes: readonly BankChange[],
): Promise<{ readonly files: BankFile[]; readonly left: string[] }> {
  const { tree, repository } = phase.ports;
  const before = await readBank({ tree }, phase.run.head.config.artifactsRoot); // read errors were reported earlier
  const readable = before.filter(({ problem }) => problem === undefined);
  const dirty = await repository.dirty(readable.map((file) => pathOf(phase, file)));
  const { head } = await repository.where();
  const changed = (file: BankFile) => withChanges([file], changes, featureOf(phase), bank.features)[0] ?? file;
  const files: BankFile[] = [];
  const left: string[] = [];
  for (const file of before) {
    const path = pathOf(phase, file);
    const isClean = !dirty.includes(path) && file.problem === undefined;
    const after = isClean ? changed(file) : file;
    files.push(after);
    if (after.text !== file.text) await tree.write(path, after.text);
    if (isClean || !changes.some(({ category }) => category === file.category)) continue;
    if (file.problem !== undefined) {
      left.push(path);
      continue;
    }
    // Written by a killed attempt; any other text is somebody's own, and not ours to commit.
    const committed = head === undefined ? undefined : await repository.show(head, path);
    const bases = [committed ?? "", ...bank.files.filter(({ category }) => category === file.category).map(textOf)];
    if (!bases.some((text) => changed({ ...file, text }).text === file.text)) left.push(path);
  }
  return { files, left };
}

function tell(
  { ports: { emit } }: Parts<"ports">,
  done: readonly BankChange[],
  lost: number,
  left: readonly string[],
): void {
  if (lost > 0) {
    const why =
      left.length > 0
        ? `${left.join(", ")} ${left.length === 1 ? "has" : "have"} somebody's unsaved changes, or cannot be read`
        : "the entries have changed";
    const what = `${lost} ${lost === 1 ? "change" : "changes"}`;
    emit({ type: "warned", text: `${what} could not be written to the knowledge bank: ${why}` });
  }
  if (done.length > 0) emit({ type: "learned", text: `Knowledge bank: ${countBankChanges(done)}` });
}

/** A missing pointer does no harm: the same words are found anyway. */
async function pointToEntries(
  { ports: { memory }, run, steps: { epoch } }: Parts<"ports" | "run" | "steps">,
  changes: readonly BankChange[],
  files: { readonly before: readonly BankFile[]; readonly after: readonly BankFile[] },
): Promise<void> {
  try {
    const pointers = pointersOf(changes, files, (await memory.recollect()).project);
    const key = (id: string) => `${run.head.id}/${epoch}/${id}/entry`;
    await memory.note(pointers.map((pointer): NewRecord => ({ ...pointer, key: key(pointer.id) })));
  } catch {}
}

function pathOf({ run }: Parts<"run">, { category }: Pick<BankChange, "category">): string {
  return bankPath(run.head.config.artifactsRoot, category);
}

function textOf({ text }: BankFile): string {
  return text;
}
