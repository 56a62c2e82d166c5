// The file of one run, open for appending. A record is on disk before `append` resolves. When a write fails, the
// partial line is removed and this process never writes to the file again: what it contains stays true.
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { sealLines } from "../../../domain/text/json/sealed-lines.ts";
import { type JournalRecord, JournalRecordSchema } from "../../recorded/journal-records.ts";
import { diskFailed } from "../durable-files.ts";

/** Where a journal ends for now: its length in bytes, and the sum of its last line if lines have sums. */
export interface JournalEnd {
  readonly length: number;
  readonly sum: string | undefined;
}

export class JournalFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #length: number;
  /** Of the last line; undefined in a journal whose lines have none. */
  #sum: string | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #failure: Error | undefined;
  #closed: Promise<void> | undefined;

  private constructor(path: string, handle: FileHandle, { length, sum }: JournalEnd) {
    this.#path = path;
    this.#handle = handle;
    this.#length = length;
    this.#sum = sum;
  }

  /** Cuts everything after the end: a line that a crash tore. */
  static async open(path: string, end: JournalEnd): Promise<JournalFile> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(path, constants.O_WRONLY | constants.O_APPEND); // never creates: a journal begins with a head
      if ((await handle.stat()).size > end.length) await handle.truncate(end.length);
      return new JournalFile(path, handle, end);
    } catch (error) {
      await handle?.close();
      throw diskFailed(path, error);
    }
  }

  /** Resolves with the record as a later reader will see it. Records are written in the order of the calls. */
  append<R extends JournalRecord>(record: R): Promise<R> {
    if (this.#closed) return Promise.reject(new Error(`the journal ${this.#path} is closed`));
    const stored: R = JSON.parse(JSON.stringify(record));
    JournalRecordSchema.parse(stored); // a value that is not Json is a bug in the caller and must not reach the file
    const line = this.#print(stored);
    const written = this.#tail.then(() => this.#write(line));
    this.#tail = written.catch(() => undefined);
    return written.then(() => stored);
  }

  /** Everything appended before is written first. */
  close(): Promise<void> {
    this.#closed ??= this.#tail.then(() => this.#handle.close());
    return this.#closed;
  }

  /** Continues the chain of sums at once: lines are written in this order, or, after a failure, not at all. */
  #print(record: JournalRecord): string {
    if (this.#sum === undefined) return `${JSON.stringify(record)}\n`;
    const { text, sum } = sealLines([record], this.#sum);
    this.#sum = sum;
    return text;
  }

  async #write(line: string): Promise<void> {
    if (this.#failure) throw this.#failure;
    const bytes = Buffer.from(line);
    try {
      for (let sent = 0; sent < bytes.length; ) {
        const { bytesWritten } = await this.#handle.write(bytes, sent, bytes.length - sent);
        sent += bytesWritten;
      }
      await this.#handle.datasync();
      this.#length += bytes.length;
    } catch (error) {
      this.#failure = diskFailed(this.#path, error);
      await this.#handle.truncate(this.#length).catch(() => undefined); // if not, the next opening cuts the torn line
      throw this.#failure;
    }
  }
}
