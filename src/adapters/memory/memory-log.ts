// One log of memories. A record goes out in one write at the end of the file, so records of several processes never mix;
// a line that a crash tore is passed over, and whoever writes next begins a new one.
import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { IflowError } from "../../domain/errors.ts";
import { type MemoryRecord, parseRecords, printRecord } from "../../domain/memory.ts";

export interface MemoryLog {
  read(): Promise<readonly MemoryRecord[]>;
  append(records: readonly MemoryRecord[]): Promise<void>;
}

export function createMemoryLog(path: string): MemoryLog {
  let known: { readonly text: string; readonly records: readonly MemoryRecord[] } = { text: "", records: [] };
  const read = async () => {
    const text = await readText(path);
    if (text !== known.text) {
      const isLonger = text.startsWith(known.text) && known.text.endsWith("\n");
      const records = isLonger
        ? [...known.records, ...parseRecords(text.slice(known.text.length))]
        : parseRecords(text);
      known = { text, records };
    }
    return known.records;
  };
  return {
    read,
    async append(records) {
      if (records.length === 0) return;
      const lines = records.map(printRecord).join("");
      try {
        await mkdir(dirname(path), { recursive: true });
        const file = await open(path, "a+");
        try {
          // a record is small: it goes out in one write, and nobody else's can come between
          await file.appendFile(`${(await endsWhole(file)) ? "" : "\n"}${lines}`);
          await file.sync();
        } finally {
          await file.close();
        }
      } catch (cause) {
        throw failed(path, cause, "write");
      }
    },
  };
}

async function endsWhole(file: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw failed(path, cause, "read");
  }
}

function failed(path: string, cause: unknown, what: "read" | "write"): IflowError {
  return new IflowError("disk-failed", `cannot ${what} ${path}: ${(cause as Error).message}`, {
    cause,
    fix: `see that you may ${what} that file, then try again`,
  });
}
