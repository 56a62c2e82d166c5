// Whether a run is over, without the schemas of its journal: most runs of a repository are, and then nothing else of them is
// needed.
import { isUtf8 } from "node:buffer";
import { parseJson } from "../../../domain/text/json/json.ts";

export const NEWLINE = 0x0a;

/** Looks only at the last line. */
export function isEnded(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(NEWLINE);
  if (end <= 0) return false;
  return isEnd(parseLine(bytes.subarray(bytes.lastIndexOf(NEWLINE, end - 1) + 1, end)));
}

export function isEnd(line: unknown): boolean {
  return typeof line === "object" && line !== null && !Array.isArray(line) && "type" in line && line.type === "ended";
}

/** Undefined when it is not JSON. */
export function parseLine(bytes: Buffer): unknown {
  return isUtf8(bytes) ? parseJson(bytes.toString("utf8")) : undefined;
}
