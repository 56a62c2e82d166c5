// A session on disk: one file to which lines are only appended, each flushed before anything that depends on it
// happens. A process that dies therefore leaves behind exactly what it had sent, and another process can continue from
// any committed point.
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { IflowError } from "../../../../domain/text/errors.ts";
import { sealLines } from "../../../../domain/text/json/sealed-lines.ts";
import { NotPlain, readPlain } from "../../../plain-file.ts";
import { type Line, readTranscript, type Transcript } from "./transcript.ts";

export interface SessionFile {
  append(lines: readonly Line[]): Promise<void>;
  close(): Promise<void>;
  /** For a session whose name was never given out. */
  discard(): Promise<void>;
}

/** Undefined when there is no readable session. */
export async function readSession(folder: string, id: string): Promise<Transcript | DamagedSession | undefined> {
  const path = placeOf(folder, id);
  return onDisk(path, async () => {
    const bytes = readPlain(path);
    const read = bytes && readTranscript(bytes);
    return read && "damagedLine" in read ? { path, line: read.damagedLine } : read;
  });
}

export interface DamagedSession {
  readonly path: string;
  readonly line: number;
}

export async function createSession(folder: string, id: string, lines: readonly Line[]): Promise<SessionFile> {
  const path = placeOf(folder, id);
  const handle = await onDisk(path, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const created = await open(path, "wx", 0o600);
    await flushFolder(dirname(path));
    return created;
  });
  const file = toFile(handle, path, "");
  try {
    await file.append(lines);
  } catch (error) {
    await file.discard();
    throw error;
  }
  return file;
}

/** Truncates to the part that was read: a torn line must not become the beginning of the next one. */
export async function reopenSession(folder: string, id: string, { bytes, sum }: Transcript): Promise<SessionFile> {
  const path = placeOf(folder, id);
  const handle = await onDisk(path, async () => {
    const opened = await open(path, constants.O_WRONLY | constants.O_APPEND);
    await opened.truncate(bytes);
    return opened;
  });
  return toFile(handle, path, sum);
}

/** `sum` is that of the last line; without one, the lines of this file have none. */
function toFile(handle: FileHandle, path: string, sum: string | undefined): SessionFile {
  let last = sum;
  const print = (lines: readonly Line[]): string => {
    if (last === undefined) return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const sealed = sealLines(lines, last);
    last = sealed.sum;
    return sealed.text;
  };
  const close = () => handle.close().catch(() => undefined); // everything in the file is already flushed
  return {
    append: (lines) =>
      onDisk(path, async () => {
        await handle.appendFile(print(lines));
        await handle.datasync();
      }),
    close,
    discard: async () => {
      await close();
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** We create the ids ourselves; see session-ref.ts. */
const placeOf = (folder: string, id: string): string => join(folder, `${id}.jsonl`);

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException; // no code: not a disk error
    if (code === undefined && !(cause instanceof NotPlain)) throw cause;
    throw new IflowError("disk-failed", `the session cannot be kept in ${path}: ${message.split(",")[0]}`, {
      cause,
      fix: "Make sure the disk has space and you can write there, then run `iflow continue`.",
    });
  }
}
