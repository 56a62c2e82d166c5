// One log of memories. A record is appended in a single write, so records of several processes never mix; a line torn by a
// crash is skipped, and the next writer starts a new one. Bytes that were read are not read again: the position is one
// number, so reads and writes within a process take turns.
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type MemoryRecord,
  newRecollection,
  parseRecords,
  printRecord,
  type Recollection,
} from "../../domain/knowledge/memory.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { makeFolders } from "../make-folders.ts";
import { checkPlain } from "../plain-file.ts";

export interface MemoryLog {
  /** The file as it is now. The same object as last time when nothing was added. */
  read(): Promise<Recollection>;
  append(records: readonly MemoryRecord[]): Promise<void>;
}

export function createMemoryLog(path: string, onDamage: (damage: IflowError) => void = () => undefined): MemoryLog {
  const report = (lines: number) => onDamage(damagedLog(path, lines));
  const nothing = () => ({
    file: "",
    bytes: 0,
    recollection: newRecollection(),
    seen: undefined as Recollection | undefined,
  });
  let known = nothing();

  const readTail = async (file: FileHandle) => {
    const { dev, ino, size } = await file.stat();
    if (known.file !== `${dev}/${ino}` || size < known.bytes) known = { ...nothing(), file: `${dev}/${ino}` };
    if (size === known.bytes) return;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - known.bytes), 0, size - known.bytes, known.bytes);
    const whole = buffer.subarray(0, buffer.lastIndexOf(0x0a, bytesRead - 1) + 1); // a line without its end may be torn
    for (const record of parseRecords(whole.toString("utf8"), report)) known.recollection.add(record);
    known.bytes += whole.length;
    known.seen = undefined;
  };

  const read = async () => {
    try {
      checkPlain(path);
      const file = await open(path, "r");
      try {
        await readTail(file);
      } finally {
        await file.close();
      }
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw failed(path, cause, "read");
      known = nothing();
    }
    known.seen ??= { ...known.recollection };
    return known.seen;
  };

  const inTurn = createQueue();
  return {
    read: () => inTurn(read),
    append: async (records) => {
      if (records.length > 0) await inTurn(() => appendTo(path, records.map(printRecord).join("")));
    },
  };
}

/** In the order they were requested, one at a time; a failure does not stop the ones behind it. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };
}

async function appendTo(path: string, lines: string): Promise<void> {
  try {
    await makeFolders(dirname(path));
    checkPlain(path);
    const file = await open(path, "a+");
    try {
      // a record is small enough for one write, so no other process's record can end up in the middle
      await file.appendFile(`${(await endsWhole(file)) ? "" : "\n"}${lines}`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw failed(path, cause, "write");
  }
}

async function endsWhole(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

function damagedLog(path: string, lines: number): IflowError {
  const what = lines === 1 ? "a line that is damaged or torn" : `${lines} lines that are damaged or torn`;
  return new IflowError("journal-corrupt", `${path} has ${what}; the memories in it are not used`, {
    fix: `Restore ${path} from a backup, or remove what cannot be read.`,
  });
}

function failed(path: string, cause: unknown, what: "read" | "write"): IflowError {
  return new IflowError("disk-failed", `cannot ${what} ${path}: ${(cause as Error).message}`, {
    cause,
    fix: `make sure you can ${what} that file, then try again`,
  });
}
