// Paths as git receives them: exact names relative to the root. A path outside the checkout or inside a git directory
// is refused here too, whatever was checked before (IMP-7).
import { IflowError } from "../../../domain/text/errors.ts";

export function assertNamedPaths(paths: readonly string[]): void {
  for (const path of paths) {
    const segments = path.split("/");
    const odd = segments.some((segment) => segment === "" || segment === "." || segment === "..");
    const inGitDirectory = segments.some((segment) => segment.toLowerCase() === ".git");
    if (odd || inGitDirectory || path.includes("\0"))
      throw refusedPath(path, "it does not name a file of the checkout");
  }
}

export function refusedPath(path: string, why: string): IflowError {
  return new IflowError("path-refused", `${JSON.stringify(path)} is refused: ${why}.`, {
    fix: "Name files by their path from the root of the repository.",
  });
}

/** All folders above a path, outermost first: `a/b/c` has `a` and `a/b`. */
export function foldersAbove(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** Batches that fit on a command line, however many paths there are. */
export function inBatches(paths: Iterable<string>): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const path of new Set(paths)) {
    if (path.length > room) {
      batches.push([]);
      room = charactersPerCall;
    }
    batches.at(-1)?.push(path);
    room -= path.length + 1;
  }
  return batches;
}

export const charactersPerCall = 60_000;

export function splitRecords(text: string): string[] {
  return text.split("\0").slice(0, -1);
}

export function joinRecords(records: readonly string[]): string {
  return records.map((record) => `${record}\0`).join("");
}
