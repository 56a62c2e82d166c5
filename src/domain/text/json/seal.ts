// A checksum inside a JSON text, as its last key: `{"a":1,"sum":"…"}`. It covers every byte before it, and for the lines
// of a log also the sum of the line before, so that a line removed or swapped is noticed too. It is meant against
// broken disks and memory and slips of an editor; somebody who wants to forge a record can compute it.
import { createHash } from "node:crypto";
import { parseJson } from "./json.ts";

const SEAL = /,?"sum":"([0-9a-f]{16})"\}\s*$/;
/** A seal is at the end; longer ends need not be searched. */
const SEAL_BYTES = 64;

export function sumOf(content: string | Uint8Array, before = ""): string {
  return createHash("sha256").update(before).update(content).digest("hex").slice(0, 16);
}

/** `json` is an object; `before` is the sum of the line before it. */
export function seal(json: string, before = ""): string {
  const body = json.slice(0, json.lastIndexOf("}"));
  return `${body}${body.trimEnd().endsWith("{") ? "" : ","}"sum":"${sumOf(body, before)}"}`;
}

export type Unsealed =
  /** `value` comes without the sum. */
  | { readonly state: "intact"; readonly value: unknown; readonly sum: string }
  /** It has no sum: an earlier version wrote it. `value` is undefined when it is not JSON. */
  | { readonly state: "unsealed"; readonly value: unknown }
  | { readonly state: "damaged" };

export function unseal(bytes: Buffer, before = ""): Unsealed {
  const start = Math.max(0, bytes.length - SEAL_BYTES);
  const found = SEAL.exec(bytes.toString("latin1", start)); // one character per byte, so that places are places
  if (!found) return { state: "unsealed", value: parseJson(bytes.toString("utf8")) };
  const [, sum = ""] = found;
  if (sumOf(bytes.subarray(0, start + found.index), before) !== sum) return { state: "damaged" };
  const value = parseJson(bytes.toString("utf8"));
  if (typeof value !== "object" || value === null) return { state: "damaged" };
  const { sum: _, ...rest } = value as Record<string, unknown>;
  return { state: "intact", value: rest, sum };
}
