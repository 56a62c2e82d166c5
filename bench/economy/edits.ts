// Changes of a known size to files that are there: the old lines are taken from the disk, the new ones from a seed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ReplyBlock, tool } from "../../test/support/fake-anthropic/reply.ts";
import { codeLine, createRandom, type Random, sentence } from "./words.ts";

export interface Edit {
  readonly root: string;
  readonly path: string;
  readonly seed: string;
  /** What it should add to a diff. */
  readonly characters: number;
}

/** Three lines of context on either side, the head of a hunk, and a share of the file's own head. */
const CODE_OVERHEAD = 7 * 52 + 40 + 80;
const PROSE_OVERHEAD = 2 * 120 + 30;

export function editCode({ root, path, seed, characters }: Edit): ReplyBlock {
  const random = createRandom(seed);
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  const old = lines[3 + Math.floor(random() * (lines.length - 8))] ?? "";
  const wanted = characters - CODE_OVERHEAD - old.length;
  return tool("edit", { path, old: `${old}\n`, new: `${writeLines(random, wanted, codeLine)}\n` });
}

/** Somewhere in the running text of a document, never in a heading or a list of criteria. */
export function editProse({ root, path, seed, characters }: Edit): ReplyBlock {
  const random = createRandom(seed);
  const text = readFileSync(join(root, path), "utf8");
  const lines = text.split("\n").filter((line) => /^[A-Z].{60,}/.test(line) && text.split(line).length === 2);
  const old = lines[Math.floor(random() * lines.length)] ?? "";
  const kept = old.slice(0, old.indexOf(" ", old.length / 2));
  const wanted = (characters - PROSE_OVERHEAD - 2 * old.length) / 2;
  return tool("edit", { path, old, new: `${kept} ${writeLines(random, wanted, sentence)}` });
}

function writeLines(random: Random, characters: number, line: (random: Random) => string): string {
  const written = [line(random)];
  while (written.join("\n").length < characters) written.push(line(random));
  return written.join("\n");
}
