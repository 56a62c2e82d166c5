// One hash per input: the order in which an object's keys were written does not matter.
import { createHash } from "node:crypto";
import type { Json } from "../../domain/text/json/json.ts";

export function hashInput(input: Json): string {
  return createHash("sha256").update(JSON.stringify(input, sortKeys)).digest("hex");
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
