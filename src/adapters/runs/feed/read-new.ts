// The bytes that were appended to a file since it was last looked at. Whether it is still the same file is told by its
// inode and by its length, which only grows while its writer works.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export interface Read {
  readonly bytes: Buffer;
  readonly inode: bigint;
  readonly size: number;
}

const OPEN = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** At most so many bytes from there; undefined when there is no plain file to read. */
export function readFrom(path: string, from: (size: number) => number, most: number): Read | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, OPEN);
    const stats = fstatSync(file, { bigint: true });
    if (!stats.isFile()) return undefined;
    const size = Number(stats.size);
    const start = Math.max(0, Math.min(from(size), size));
    const bytes = Buffer.alloc(Math.min(size - start, most));
    const length = bytes.length === 0 ? 0 : readSync(file, bytes, 0, bytes.length, start);
    return { bytes: bytes.subarray(0, length), inode: stats.ino, size };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
