// git's index in its plain form (versions 2 and 3), read without starting git. For anything that only git understands
// (version 4, an index split into two files, folders left unexpanded by a sparse checkout) the whole answer is
// undefined, and git is asked. The format is described in git's own gitformat-index page.

export interface IndexRecord {
  readonly path: string;
  /** Six octal digits. */
  readonly mode: string;
  readonly id: string;
  readonly isUnmerged: boolean;
  readonly isAssumedUnchanged: boolean;
  readonly isSkipped: boolean;
}

/** Records of the named paths, or all of them. `idBytes`: 20, or 32 in a sha256 repository. */
export function parseIndex(bytes: Buffer, idBytes: number, named?: ReadonlySet<string>): IndexRecord[] | undefined {
  if (bytes.length < headerBytes + idBytes || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return undefined;

  const records: IndexRecord[] = [];
  let at = headerBytes;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + statBytes + idBytes;
    if (flagsAt + 4 > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = (flags & 0x4000) !== 0;
    const pathAt = flagsAt + (isExtended ? 4 : 2);
    const end = bytes.indexOf(0, pathAt);
    if (end === -1) return undefined;
    const path = bytes.toString("utf8", pathAt, end);
    if (named === undefined || named.has(path)) {
      records.push({
        path,
        mode: bytes
          .readUInt32BE(at + modeAt)
          .toString(8)
          .padStart(6, "0"),
        id: bytes.toString("hex", flagsAt - idBytes, flagsAt),
        isUnmerged: (flags & 0x3000) !== 0,
        isAssumedUnchanged: (flags & 0x8000) !== 0,
        isSkipped: isExtended && (bytes.readUInt16BE(flagsAt + 2) & 0x4000) !== 0,
      });
    }
    at += (end - at + 8) & ~7; // one to eight zero bytes follow the path
  }
  return hasOptionalExtensions(bytes, at, bytes.length - idBytes) ? records : undefined;
}

const headerBytes = 12;
const statBytes = 40;
const modeAt = 24;

/** An extension whose name begins with a capital letter may be skipped; any other one changes what the entries mean. */
function hasOptionalExtensions(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at + 8 <= end) {
    const letter = bytes[at] ?? 0;
    if (letter < 0x41 || letter > 0x5a) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end;
}
