// `events.jsonl` beside a journal: what is alive in a run, one line for each change, written by the process that moves it and
// read by those who watch. Nothing waits for the disk; a disk that refuses, a file that is cut, damaged or taken away
// costs those who watch a moment of what they see, and nobody else anything.
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type LiveWork, parseLiveWork } from "../../../domain/stream/live-work.ts";
import type { LiveSink } from "../../../ports/runs/run-feed.ts";
import { readFrom } from "./read-new.ts";

const NAME = "events.jsonl";
/** Then it begins anew: the newest line of each lane is all that counts. */
const LARGEST = 128 * 1024;

export function openLiveFile(folder: string): LiveSink {
  const path = join(folder, NAME);
  let tail = createAnew(path);
  let size = 0;
  return {
    write(work) {
      const text = work.map((one) => `${JSON.stringify(one)}\n`).join("");
      tail = tail.then(async (file) => {
        if (size + text.length > LARGEST) {
          await file?.truncate(0);
          size = 0;
        }
        await file?.appendFile(text);
        size += text.length;
        return file;
      });
      tail = tail.catch(() => undefined);
    },
    async close() {
      const file = await tail;
      tail = Promise.resolve(undefined);
      await file?.close().catch(() => undefined);
      if (file) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** Whatever stands in its place is not written into. */
async function createAnew(path: string): Promise<FileHandle | undefined> {
  try {
    await rm(path, { force: true, recursive: true });
    return await open(path, "ax", 0o600);
  } catch {
    return undefined;
  }
}

/** Reads on in it; a file that has begun anew is read from its beginning. */
export class LiveTail {
  readonly #path: string;
  #inode: bigint | undefined;
  #offset = 0;

  constructor(folder: string) {
    this.#path = join(folder, NAME);
  }

  /** The newest of each lane, in the order of the lanes' first lines. */
  read(): LiveWork[] {
    const look = () => readFrom(this.#path, (size) => (this.#isAnew(size) ? 0 : this.#offset), LARGEST);
    const read = look();
    if (!read) return [];
    if (this.#inode !== read.inode || this.#isAnew(read.size)) this.#offset = 0;
    const isOther = this.#inode !== undefined && this.#inode !== read.inode;
    this.#inode = read.inode;
    const { bytes } = isOther ? (look() ?? read) : read;
    const end = bytes.lastIndexOf("\n");
    this.#offset += end + 1;
    const newest = new Map<string, LiveWork>();
    for (const line of bytes
      .subarray(0, end + 1)
      .toString("utf8")
      .split("\n")) {
      const work = line.length > 4000 ? undefined : parseLiveWork(line);
      if (work) newest.set(work.step, work);
    }
    return [...newest.values()];
  }

  #isAnew(size: number): boolean {
    return size < this.#offset;
  }
}
