// The one way to read and to extend files that others may have put there: those of a repository, and iflow's own below
// `.git`. A pipe would block forever, a device may never end or act on being opened, a huge file would fill the memory.
// Whatever is not a regular file of a sane size is refused before it can do any of that. Synchronously: the files are
// small and many, and handing one to another thread costs ten times as much as reading it.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";

export const MEGABYTE = 1024 * 1024;
/** Longer than any journal, session or transcript has ever been. */
const LARGEST = 256 * MEGABYTE;

/** Not a file that can be read to its end; the message begins with "it is". */
export class NotPlain extends Error {}

/** Undefined when there is no such file. A folder fails as the system says it. */
export function readPlain(path: string, largest = LARGEST): Buffer | undefined {
  const found = checkPlain(path, largest);
  if (found === undefined) return undefined;
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    requirePlain(fstatSync(file), largest); // it may have been replaced
    return readToEnd(file, found.size, largest);
  } finally {
    closeSync(file);
  }
}

/** Undefined also for what cannot be read, for whatever reason. */
export function readPlainText(path: string, encoding: "utf8" | "latin1" = "utf8"): string | undefined {
  try {
    return readPlain(path)?.toString(encoding);
  } catch {
    return undefined;
  }
}

/** Creates the file if it is not there. */
export async function appendPlain(path: string, text: string, { flush = false } = {}): Promise<void> {
  checkPlain(path);
  await appendFile(path, text, { flag: EXTEND, flush });
}

const EXTEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** Before a file is opened in another way than here: throws for what is not plain; undefined when it is not there. */
export function checkPlain(path: string, largest = LARGEST): Stats | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) requirePlain(found, largest);
  return found;
}

/** Some files of the system say that they are empty and never end, so the size alone proves nothing. */
function readToEnd(file: number, size: number, largest: number): Buffer {
  const chunks: Buffer[] = [];
  for (let length = 0; ; ) {
    const chunk = Buffer.allocUnsafe(Math.max(size - length, 0) + 512);
    const read = readSync(file, chunk);
    if (read === 0) return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, read));
    length += read;
    if (length > largest) throw tooLarge(largest);
  }
}

function requirePlain(stats: Stats, largest: number): void {
  if (!stats.isFile() && !stats.isDirectory()) throw new NotPlain("it is not a regular file");
  if (stats.isFile() && stats.size > largest) throw tooLarge(largest);
}

function tooLarge(largest: number): NotPlain {
  return new NotPlain(`it is over ${largest / MEGABYTE} MB`);
}
