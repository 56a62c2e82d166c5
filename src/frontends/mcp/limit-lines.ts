// Messages of a client are lines, and a line may be of any length. One that is too long is not kept in memory: it is
// dropped, its beginning is reported, and the next line counts again.
import { Transform } from "node:stream";

const NEWLINE = 0x0a;

/** `onTooLong` is given the beginning of each line that is left out. */
export function limitLines(largest: number, onTooLong: (beginning: string) => void): Transform {
  let held: Buffer[] = [];
  let size = 0;
  let isDropping = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let start = 0; start < chunk.length; ) {
        const end = chunk.indexOf(NEWLINE, start);
        const part = chunk.subarray(start, end < 0 ? undefined : end + 1);
        start += part.length;
        if (!isDropping) {
          held.push(part);
          size += part.length;
        }
        if (size > largest) {
          isDropping = true;
          onTooLong(Buffer.concat(held).toString("utf8", 0, BEGINNING));
          held = [];
          size = 0;
        }
        if (end < 0) continue;
        for (const piece of held) this.push(piece);
        held = [];
        size = 0;
        isDropping = false;
      }
      done();
    },
    flush(done) {
      for (const piece of held) this.push(piece);
      done();
    },
  });
}

/** Enough for the id of a request. */
const BEGINNING = 4096;
