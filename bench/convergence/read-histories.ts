// Every `.review-history.md` below a folder. What cannot be read is named, never thrown.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type FoundLoops, loopsOf } from "./loops.ts";

export interface History extends FoundLoops {
  /** The folder it stands in, from the one that was asked for. */
  readonly feature: string;
}

export interface Unread {
  readonly path: string;
  readonly why: string;
}

export interface Histories {
  readonly read: readonly History[];
  readonly unread: readonly Unread[];
  /** Files with the same text as another one, as in a second work tree; each text counts once. */
  readonly copies: number;
}

const NAME = ".review-history.md";
const NO_FEATURES = new Set([".git", "node_modules"]);

export function readHistories(root: string): Histories {
  const { folders, unread } = foldersWithHistory(root);
  const read: History[] = [];
  const seen = new Set<string>();
  let copies = 0;
  for (const folder of folders) {
    const path = join(relative(root, folder), NAME);
    try {
      const text = readFileSync(join(folder, NAME), "utf8");
      const sum = createHash("sha256").update(text).digest("hex");
      const found = text.includes("\0") ? undefined : loopsOf(text);
      if (seen.has(sum)) copies += 1;
      else if (found === undefined) unread.push({ path, why: "no text" });
      else if (found.loops.length === 0) unread.push({ path, why: "no round with a verdict" });
      else read.push({ feature: relative(root, folder) || ".", ...found });
      seen.add(sum);
    } catch (error) {
      unread.push({ path, why: reasonOf(error) });
    }
  }
  return { read, unread, copies };
}

/** Links to folders are not followed: they may lead back. */
function foldersWithHistory(root: string): { readonly folders: string[]; readonly unread: Unread[] } {
  const folders: string[] = [];
  const unread: Unread[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.name === NAME) folders.push(folder);
        else if (entry.isDirectory() && !NO_FEATURES.has(entry.name)) waiting.push(join(folder, entry.name));
      }
    } catch (error) {
      unread.push({ path: `${relative(root, folder) || "."}/`, why: reasonOf(error) });
    }
  }
  return { folders: folders.sort(), unread };
}

/** The code alone: the message repeats the path. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
