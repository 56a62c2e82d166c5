// Pages that show what was really played: here they are held against what is played now, or written by `npm run docs -- --play`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { blockNames, fillBlocks, isSame } from "../../scripts/docs/played.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const isWritten = process.env.WRITE_PLAYED === "1";

/** A file that is what was played, and nothing else. */
export function checkRecording(path: string, now: string): void {
  const before = isWritten ? "" : readFileSync(join(ROOT, path), "utf8");
  check(path, before, isSame(before, now) ? before : now);
}

/** Each of these blocks must be on the page. */
export function checkBlocks(path: string, played: Readonly<Record<string, string>>): void {
  const page = readFileSync(join(ROOT, path), "utf8");
  expect(blockNames(page)).toEqual(expect.arrayContaining(Object.keys(played)));
  check(path, page, fillBlocks(page, played));
}

function check(path: string, before: string, now: string): void {
  if (isWritten) writeFileSync(join(ROOT, path), now);
  else expect(now, path).toBe(before);
}
