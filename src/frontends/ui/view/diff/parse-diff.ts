// A diff as git prints it, as rows of a table: both line numbers, the sign, the text, and which words have changed. What is
// too much for a page is left out and counted.
import type { Diff } from "../../../../ports/git/repository.ts";
import type { DiffFile, DiffHunk, DiffLine, DiffView } from "../model/common.ts";
import { withMarks } from "./mark-words.ts";

const MOST_FILES = 80;
/** Of one file, and of all together. */
const MOST_LINES = 1500;
const MOST_LINES_IN_ALL = 6000;
const LONGEST_LINE = 2000;

export interface DiffRange {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  /** In the order in which they are shown; git's where it is missing. */
  readonly files?: readonly string[];
}

export function diffView({ stat, patch, added, removed }: Diff, { files: order = [], ...range }: DiffRange): DiffView {
  const places = new Map(order.map((path, at) => [path, at]));
  const placeOf = ({ path }: Counted) => places.get(path) ?? places.size;
  const counted = filesIn(stat).toSorted((one, other) => placeOf(one) - placeOf(other));
  const parsed = new Map(partsOf(patch).map((part) => [part.path, part]));
  let room = MOST_LINES_IN_ALL;
  const files = counted.slice(0, MOST_FILES).map((file): DiffFile => {
    const { hunks, more, lines } = hunksOf(parsed.get(file.path)?.lines ?? [], Math.min(room, MOST_LINES));
    room -= lines;
    return { ...file, hunks: /\.md$/i.test(file.path) ? hunks.map(inProse) : hunks, more };
  });
  return { ...range, added, removed, files, more: counted.length - files.length };
}

/** What git takes for the function above a change is any sentence of a document; only a heading says where one is. */
function inProse(hunk: DiffHunk): DiffHunk {
  return /^#/.test(hunk.about) ? hunk : { ...hunk, about: "" };
}

type Counted = Pick<DiffFile, "path" | "added" | "removed" | "isBinary">;

/** `src/a.mjs | +3 -1`, one a line, and a sum below. */
function filesIn(stat: string): Counted[] {
  return stat.split("\n").flatMap((line) => {
    const [, name, added, removed] = /^(.*) \| (?:\+(\d+) -(\d+)(?: \(.*\))?|binary)$/.exec(line) ?? [];
    if (name === undefined) return [];
    return [
      {
        path: plainName(name),
        added: Number(added ?? 0),
        removed: Number(removed ?? 0),
        isBinary: added === undefined,
      },
    ];
  });
}

/** One with control characters is quoted as JSON. */
function plainName(name: string): string {
  if (!name.startsWith('"')) return name;
  try {
    return String(JSON.parse(name));
  } catch {
    return name;
  }
}

/** A line of the text itself always begins with a blank or a sign, so only a new file begins with this word. */
function partsOf(patch: string): { readonly path: string; readonly lines: readonly string[] }[] {
  return patch.split(/^(?=diff --git )/m).flatMap((part) => {
    const lines = part.split("\n");
    const first = lines.findIndex((line) => line.startsWith("@@ "));
    const head = first === -1 ? lines : lines.slice(0, first);
    const path = pathIn(head, "+++ ") ?? pathIn(head, "--- ");
    return path === undefined || first === -1 ? [] : [{ path, lines: lines.slice(first) }];
  });
}

/** Without `a/` and `b/`; one with unusual characters is quoted as in C. */
function pathIn(head: readonly string[], mark: string): string | undefined {
  const name = head
    .find((line) => line.startsWith(mark))
    ?.slice(mark.length)
    .replace(/\t$/, "");
  if (name === undefined || name === "/dev/null") return undefined;
  const plain = name.startsWith('"') ? unquoted(name.slice(1, -1)) : name;
  return plain.slice(2);
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

function unquoted(text: string): string {
  const bytes: number[] = [];
  for (const [, octal, escaped, plain = ""] of text.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (escaped !== undefined) bytes.push(ESCAPES[escaped] ?? escaped.charCodeAt(0));
    else bytes.push(...new TextEncoder().encode(plain));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function hunksOf(lines: readonly string[], most: number) {
  const hunks: { about: string; lines: DiffLine[] }[] = [];
  let [old, now, taken, more] = [0, 0, 0, 0];
  for (const line of lines) {
    const [, before, after, about = ""] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/.exec(line) ?? [];
    if (before !== undefined && after !== undefined) {
      [old, now] = [Number(before), Number(after)];
      hunks.push({ about: cut(about), lines: [] });
      continue;
    }
    const sign = line[0];
    if (sign !== " " && sign !== "+" && sign !== "-") continue; // no newline at the end of the file
    const row: DiffLine = {
      ...{ sign, old: sign === "+" ? null : old, new: sign === "-" ? null : now },
      text: cut(line.slice(1)),
    };
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
    if (taken < most) hunks.at(-1)?.lines.push(row);
    else more += 1;
    taken += taken < most ? 1 : 0;
  }
  const shown: DiffHunk[] = hunks.filter((hunk) => hunk.lines.length > 0);
  return { hunks: shown.map((hunk) => ({ ...hunk, lines: withMarks(hunk.lines) })), more, lines: taken };
}

function cut(text: string): string {
  if (text.length <= LONGEST_LINE) return text;
  return `${text.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, "")}… ${text.length - LONGEST_LINE} more characters`;
}
