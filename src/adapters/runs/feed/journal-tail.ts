// One journal, read on from where it was left. Only whole lines count, so a line that is being written, or was torn by a
// crash, is met again later. A line that cannot be believed ends what is read of it.
import { join } from "node:path";
import * as z from "zod";
import { isSealed, type RunHead, RunHeadSchema } from "../../../domain/run/run.ts";
import { unseal } from "../../../domain/text/json/seal.ts";
import type { FeedEntry } from "../../../ports/runs/run-feed.ts";
import { type JournalRecord, JournalRecordSchema } from "../../recorded/journal-records.ts";
import { NEWLINE, parseLine } from "../journal/is-ended.ts";
import { composeJournalError } from "../journal/journal-errors.ts";
import { readFrom } from "./read-new.ts";

export interface Tail {
  readonly entries: readonly FeedEntry[];
  /** It was read from its beginning because it is another file than before. */
  readonly isAnother: boolean;
  readonly problem?: { readonly text: string; readonly fix: string };
}

/** More is read at the next look. */
const MOST = 16 * 1024 * 1024;

export class JournalTail {
  readonly #path: string;
  #inode: bigint | undefined;
  #offset = 0;
  #line = 0;
  #sum = "";
  #isPlain = false;
  #isBroken = false;
  head: RunHead | undefined;
  headEnd = 0;
  /** Checksums of the files that have results in them. */
  readonly sums = new Map<string, Set<string>>();

  constructor(folder: string) {
    this.#path = join(folder, "journal.jsonl");
  }

  read(): Tail {
    const read = readFrom(this.#path, () => this.#offset, MOST);
    if (!read) return { entries: [], isAnother: false };
    const isAnother = this.#inode !== undefined && (read.inode !== this.#inode || read.size < this.#offset);
    if (isAnother) this.#forget();
    this.#inode = read.inode;
    if (isAnother) return { ...this.read(), isAnother };
    return this.#isBroken ? { entries: [], isAnother } : { ...this.#take(read.bytes), isAnother };
  }

  #forget(): void {
    this.#offset = 0;
    this.#line = 0;
    this.#sum = "";
    this.#isBroken = false;
    this.#inode = undefined;
    this.head = undefined;
    this.sums.clear();
  }

  #take(bytes: Buffer): Omit<Tail, "isAnother"> {
    const entries: FeedEntry[] = [];
    for (let start = 0; ; ) {
      const end = bytes.indexOf(NEWLINE, start);
      if (end < 0) return { entries };
      const line = bytes.subarray(start, end);
      if (end === bytes.length - 1 && line.includes("\0\0")) return { entries }; // torn by a power loss
      const reason = this.#takeLine(line, this.#offset + line.length + 1, entries);
      if (reason !== undefined) return { entries, problem: this.#break(reason) };
      this.#offset += line.length + 1;
      start = end + 1;
    }
  }

  /** Returns why it is not believed. */
  #takeLine(line: Buffer, end: number, entries: FeedEntry[]): string | undefined {
    this.#line += 1;
    if (this.#line === 1) this.#isPlain = unseal(line).state === "unsealed";
    const read = this.#isPlain ? { state: "plain" as const, value: parseLine(line) } : unseal(line, this.#sum);
    if (read.state === "damaged" || read.state === "unsealed") return "it is damaged, its checksum does not fit";
    if (read.state === "intact") this.#sum = read.sum;
    if (this.#line === 1) return this.#takeHead(read.value, end);
    const record = JournalRecordSchema.safeParse(read.value);
    if (!record.success) return read.value === undefined ? "it is not JSON" : z.prettifyError(record.error);
    this.#noteSum(record.data);
    entries.push({ record: record.data, end });
    return undefined;
  }

  #takeHead(value: unknown, end: number): string | undefined {
    const head = RunHeadSchema.safeParse(value);
    if (!head.success) return "it is not the head of a run that this version can read";
    if (this.#isPlain && isSealed(head.data)) return "it is damaged, its checksum does not fit";
    this.head = head.data;
    this.headEnd = end;
    return undefined;
  }

  #noteSum(record: JournalRecord): void {
    if (record.type !== "file" || !/^(dispatches\/.*\.outcome\.json|checks\/.*|stops\/\d+\.json)$/.test(record.name))
      return;
    this.sums.set(record.name, (this.sums.get(record.name) ?? new Set()).add(record.hash));
  }

  #break(reason: string): NonNullable<Tail["problem"]> {
    this.#isBroken = true;
    const { message, fix } = composeJournalError(this.#path, {
      ...{ status: "head-broken", problem: { line: this.#line, reason } },
    });
    return { text: message, fix: fix ?? "" };
  }
}
