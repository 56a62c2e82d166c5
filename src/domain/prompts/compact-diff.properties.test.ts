// Whatever is done to a document, a reader with the new text and the compact diff can reconstruct the old text.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import { printMarkdownChange } from "./compact-diff.ts";

const word = fc.constantFrom("a", "b", "one", "two", "-", "*", "[x]", "(y)", "|", "+", "]", "--", "}");
const line = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("", "", "  ", "## Scope", "# Spec") },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom("", "", "  ", "    ", "\t"),
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(" ", " ", " ", "  "),
        fc.constantFrom("", "", "", "  ", "\r"),
      )
      .map(([indent, words, blank, end]) => `${indent}${words.join(blank)}${end}`),
  },
);
const lines = fc.array(line, { maxLength: 14 });

/** A few places of the text, each replaced by something else, left out, or reworded. */
const edit = fc.record({ at: fc.nat(14), remove: fc.nat(3), insert: fc.array(line, { maxLength: 3 }), swap: word });
const change = fc
  .record({ before: lines, edits: fc.array(edit, { maxLength: 4 }), isEnded: fc.tuple(fc.nat(9), fc.nat(9)) })
  .map(({ before, edits, isEnded }) => {
    const after = [...before];
    for (const { at, remove, insert, swap } of edits) {
      const kept = after[at]?.replace(/\S+/, swap);
      after.splice(at, remove, ...insert, ...(kept !== undefined && remove === 1 ? [kept] : []));
    }
    const text = (of: readonly string[], ended: number) =>
      of
        .map((one) => `${one}\n`)
        .join("")
        .slice(0, ended ? undefined : -1);
    return { before: text(before, isEnded[0]), after: text(after, isEnded[1]) };
  });

/** Its mark, `[-]-]`, has the end of a mark twice. */
const A_LONE_BRACKET = { before: "## Scope\n- ] ] b ]\n", after: "[x] ] b one -- two\n[x]  [x]  -  b  a  two\r\n" };

test("the old text can be had back from the new one and what is printed, unless that is the plain diff", async () => {
  const folder = await tempFolder();
  let compact = 0;
  let batch = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 60, maxLength: 60 }), (changes) => {
      batch += 1;
      for (const { plain, words, before, after } of diffsOf(join(folder, String(batch)), changes)) {
        const printed = printMarkdownChange({ path: "spec.md", plain, words, text: after });
        if (printed === plain) continue;
        compact += 1;
        expect(undo(printed, after)).toBe(before);
      }
    }),
    { numRuns: 5, endOnFailure: true, examples: [[[A_LONE_BRACKET]]] },
  );
  expect(compact).toBeGreaterThan(50);
});

/** Reads it as a person would: marks hold words, and words are separated by a blank. */
function undo(printed: string, after: string): string {
  const text = after.split("\n");
  const hunks = printed
    .replace(/\n$/, "")
    .split(/\n(?=@@ \d+(?: #+ [^\n]*)?(?:\n|$))/)
    .slice(1);
  for (const hunk of hunks.reverse()) {
    const [head = "", ...told] = hunk.split("\n");
    const place = Number(/^@@ (\d+)/.exec(head)?.[1]);
    const old: string[] = [];
    const now: string[] = [];
    for (const one of told) {
      const isAdded = one.includes("{+") && one.replace(/\{\+.*?\+\}/gs, "").trim() === "";
      const isRemoved = one.includes("[-") && one.replace(/\[-.*?-\]/gs, "").trim() === "";
      if (!isAdded) old.push(withoutAdded(one));
      if (!isRemoved) now.push(one.replace(/\[-.*?-\]/gs, "").replace(/\{\+(.*?)\+\}/gs, "$1"));
    }
    const start = now.length === 0 ? place : place - 1; // the removed text came after that line
    expect(text.slice(start, start + now.length)).toEqual(now);
    text.splice(start, now.length, ...old);
  }
  return text.join("\n");
}

/** A mark ends at the first end of a mark, whatever follows it. */
const ADDED = String.raw`\{\+(?:(?!\+\}).)*\+\}`;
const REMOVED = String.raw`\[-((?:(?!-\]).)*)-\]`;

function withoutAdded(told: string): string {
  return told
    .replace(new RegExp(`(-\\])${ADDED}`, "gs"), "$1") // in place of what was removed
    .replace(new RegExp(`^(\\s*)${ADDED} `, "s"), "$1")
    .replace(new RegExp(` ${ADDED}(?= |$)`, "gs"), "")
    .replace(new RegExp(`(\\S)${REMOVED}`, "gs"), "$1 [-$2-]")
    .replace(new RegExp(`${REMOVED}(?=\\S)`, "gs"), "[-$1-] ")
    .replace(new RegExp(REMOVED, "gs"), "$1");
}

interface Compared {
  readonly plain: string;
  readonly words: string;
  readonly before: string;
  readonly after: string;
}

/** All of them at once: git is started twice in total, not twice per change. */
function diffsOf(folder: string, changes: readonly { before: string; after: string }[]): Compared[] {
  for (const side of ["before", "after"] as const) {
    mkdirSync(join(folder, side), { recursive: true });
    for (const [index, one] of changes.entries()) writeFileSync(join(folder, side, `${100 + index}.md`), one[side]);
  }
  const diff = (...options: string[]) => {
    const args = ["diff", "--no-index", "--no-color", "--no-ext-diff", "--full-index", ...options, "before", "after"];
    const { stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
    const patches = stdout.split(/^(?=diff --git )/m).filter((patch) => patch !== "");
    return new Map(patches.map((patch) => [/^diff --git a\/before\/(\d+)/.exec(patch)?.[1], patch]));
  };
  const plain = diff();
  const words = diff("--unified=0", "--word-diff=plain");
  return changes.flatMap((one, index) => {
    const key = String(100 + index);
    const patch = plain.get(key);
    return patch === undefined ? [] : [{ plain: patch, words: words.get(key) ?? "", ...one }];
  });
}
