// Files of a few lines that are looked at before every step: refs, settings, attributes. Read synchronously, because
// handing one to another thread costs ten times as much as reading it.
import { readFileSync, statSync } from "node:fs";

/** Undefined when it is missing or cannot be read, and for a pipe or a device, where reading might never end. */
export function readSmallFile(path: string, encoding: "utf8" | "latin1" = "utf8"): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, encoding) : undefined;
  } catch {
    return undefined;
  }
}
