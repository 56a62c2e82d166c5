// A file of results, one JSON line per point: a long measurement may be stopped and started again.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Result } from "./play.ts";

export interface Results {
  readonly all: Result[];
  add(result: Result): void;
}

/** Without a file they are kept in memory only. */
export function openResults(file: string | undefined): Results {
  const all = file !== undefined && existsSync(file) ? read(file) : [];
  return {
    all,
    add(result) {
      all.push(result);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
    },
  };
}

/** A last line that was cut off is played again. */
function read(file: string): Result[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Result]; // written above
      } catch {
        return [];
      }
    });
}
