// Whatever an agent writes: what is judged is what a shell would run, quotes change nothing, no character that only a
// shell understands gets through, and no path leads out.
import { spawnSync } from "node:child_process";
import { isAbsolute, relative, resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteWords, splitWords } from "./command-words.ts";
import { type CommandRules, judgeCommand } from "./judge-command.ts";

const ROOT = "/home/me/shop";
const inside = (path: string) => {
  const way = relative(ROOT, resolve(ROOT, path));
  return path.startsWith("~") || way === ".." || way.startsWith("../") || isAbsolute(way) ? undefined : way;
};
const RULES: CommandRules = {
  ...{ mode: "families", sandboxed: false, inside, hidden: [], denies: false, git: "git", filters: [] },
  exists: () => true,
  ...{ checks: ["node --test", "npm test", "pytest -q"], scripts: { test: "vitest run" } },
};
const judge = (line: string) => judgeCommand(line, RULES);

const odd = fc.constantFrom(..."'\"$`\\;&|<>()!*?[]{}~#=^@%+,:. -/ä€".split(""), "a", "b", "..", "--", "-x");
const word = fc.array(odd, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
const line = fc.array(odd, { maxLength: 20 }).map((parts) => parts.join(""));

const ALLOWED = [
  "node --test test/a.test.mjs --test-name-pattern adds",
  "npm test -- src/a.test.ts -t adds",
  "npx vitest run src/a.test.ts",
  "pytest -k adds tests/test_a.py::test_b",
  "git diff --stat HEAD~2 -- src",
  "git log -n 3 --oneline",
  "rm -f a.ts b.ts",
  "mv a.ts src/b.ts",
  "mkdir -p src/new",
];

test("quoted words are the same words", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      expect(splitWords(quoteWords(words))).toEqual({ words });
    }),
  );
});

test("the words of a line are those that a shell takes it for", () => {
  const lines = fc.sample(fc.oneof(line, fc.array(word, { minLength: 1 }).map(quoteWords)), 2000);
  const plain = lines.flatMap((text) => {
    const split = splitWords(text);
    return "words" in split && !text.includes("\n") ? [{ text, words: split.words }] : [];
  });
  const script = plain.map(({ text }) => `printf '%s\\001' ${text}; printf '\\002'`).join("\n");
  const { stdout, status } = spawnSync("/bin/sh", ["-c", script], { encoding: "utf8", cwd: "/" });

  expect(status).toBe(0);
  expect(plain.length).toBeGreaterThan(200);
  const said = stdout.split("\u0002").slice(0, -1);
  expect(said).toEqual(plain.map(({ words }) => words.map((one) => `${one}\u0001`).join("")));
});

test("other quotes around the same words change nothing", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ALLOWED),
      fc.array(fc.constantFrom("", "'", '"'), { minLength: 9 }),
      (text, quotes) => {
        const words = text.split(" ").map((one, place) => `${quotes[place] ?? ""}${one}${quotes[place] ?? ""}`);
        expect(judge(words.join("  "))).toEqual(judge(text));
        expect(judge(text)).toHaveProperty("line");
      },
    ),
  );
});

test("a character that only a shell understands, anywhere in an allowed line, and it is refused", () => {
  const special = fc.constantFrom(..."$`\\;&|<>()!*?[]{}\n\r\0");
  fc.assert(
    fc.property(fc.constantFrom(...ALLOWED), special, fc.nat(), (text, character, place) => {
      const at = 1 + (place % (text.length - 1));
      expect(judge(text.slice(0, at) + character + text.slice(at))).toHaveProperty("refused");
    }),
  );
});

test("what is allowed runs as plain words, and names no path outside or in .git", () => {
  const part = fc.constantFrom("..", "src", ".", "a.ts", ".git", "", "etc", "x::y", "~", "@a", "b:1", "...", "c[1]");
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
  const begin = fc.constantFrom("node --test", "npm test --", "pytest", "git diff --", "git show", "rm --", "mv a.ts");
  fc.assert(
    fc.property(begin, path, (start, named) => {
      const judged = judge(`${start} '${named}'`);
      if ("refused" in judged) return;
      expect(splitWords(judged.line)).toHaveProperty("words");
      if (named.startsWith(":")) return; // what is staged: git's own names, which never leave the repository
      const way = inside(named.replace(/::.*$/s, ""));
      expect(way).toBeDefined();
      expect(inside(named)).toBeDefined();
      expect([...judged.reads, ...judged.changes].join("\n")).not.toMatch(/(?:^|\/)(?:\.\.|\.git)(?:\/|$)/m);
      expect(way?.split("/")).not.toContain(".git");
    }),
    { numRuns: 1000 },
  );
});
