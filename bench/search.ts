// Whether people find a lesson again: `node scripts/bench.mjs search [FOLDER] [--json]`. Every list item of the Markdown files below
// FOLDER (this repository's own when none is named) is a lesson. Each is asked for in several ways; how often is it the first
// answer, and how often among ten? Beside it what counting the query's words in each text finds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { memoryId } from "../src/domain/knowledge/memory.ts";
import { indexMemories } from "../src/domain/knowledge/memory-index.ts";
import { type Candidate, rank } from "../src/domain/knowledge/memory-ranking.ts";
import { searchWords, tellingWords } from "../src/domain/text/words/words.ts";

const MOST_HITS = 400;
/** Of many lessons, so many are asked for. */
const MOST_ASKED = 300;
const NOW = new Date("2026-03-01T10:00:00.000Z");

/** A query made of three telling words of the lesson and two of another. */
const QUERIES: Record<string, (own: readonly string[], other: readonly string[]) => readonly string[]> = {
  "three of its words": (own) => own,
  "in other forms": (own) => own.map(inflected),
  "two, and two of another lesson": ([one = "", two = ""], other) => [one, two, ...other],
  "the beginnings of three": (own) => own.map((word) => word.slice(0, 5)),
  "three, one mistyped": ([one = "", ...rest]) => [mistyped(one), ...rest],
  "three, all mistyped": (own) => own.map(mistyped),
};

const [folder = join(import.meta.dirname, "..")] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const lessons = lessonsOf(folder);
const find = indexMemories(lessons);
const SEARCHES: Record<string, (query: string) => readonly { readonly id: string }[]> = {
  iflow: (query) =>
    rank(query, find({ words: searchWords(query), category: undefined, source: undefined }, MOST_HITS), NOW),
  "words counted": (query) => countWords(query),
};

const rows = Object.entries(QUERIES).map(([name, make]) => ({
  name,
  found: Object.fromEntries(Object.entries(SEARCHES).map(([by, search]) => [by, measure(make, search)])),
}));
if (process.argv.includes("--json")) console.log(JSON.stringify({ lessons: lessons.length, rows }, null, 2));
else {
  const percent = (share: number) => `${Math.round(100 * share)} %`.padStart(6);
  console.log(
    `${`${lessons.length} lessons`.padEnd(34)}${Object.keys(SEARCHES)
      .map((by) => `${by}: first, of ten`.padStart(30))
      .join("")}`,
  );
  for (const { name, found } of rows) {
    const cells = Object.values(found).map(({ first, ten }) => `${percent(first)}${percent(ten)}`.padStart(30));
    console.log(`${name.padEnd(34)}${cells.join("")}`);
  }
}

function measure(make: (typeof QUERIES)[string], search: (typeof SEARCHES)[string]) {
  let [first, ten, asked] = [0, 0, 0];
  const every = Math.ceil(lessons.length / MOST_ASKED);
  for (const [number, lesson] of lessons.entries()) {
    if (number % every !== 0) continue;
    const other = lessons[(number * 7 + 3) % lessons.length] ?? lesson;
    const [own, others] = [longWords(lesson, number, 3), longWords(other, number, 2)];
    if (own.length < 3 || others.length < 2) continue;
    const place = search(make(own, others).join(" ")).findIndex(({ id }) => id === lesson.id);
    asked += 1;
    first += place === 0 ? 1 : 0;
    ten += place >= 0 && place < 10 ? 1 : 0;
  }
  return { first: first / asked, ten: ten / asked };
}

function lessonsOf(root: string): Candidate[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".md") && !/(?:^|\/)(?:node_modules|\.git)\//.test(file),
  );
  const items = files.flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/^\s*[-*] (.{60,})$/gm)]);
  const texts = new Map(items.map(([, text = ""]) => [memoryId(text), text]));
  return [...texts].map(([id, text]) => ({
    ...{ id, source: "memory", scope: "project", name: text.slice(0, 60), description: text, category: "patterns" },
    ...{ observations: 1, confidence: "medium", keywords: [], reasoning: "", updatedAt: NOW.toISOString(), uses: 0 },
    ...{ phase: undefined, role: undefined },
  }));
}

/** Not always the first ones: spread over the text by the lesson's number. */
function longWords({ description }: Candidate, number: number, count: number): string[] {
  const words = tellingWords(description).filter((word) => /^[a-z]{5,}$/.test(word));
  return [...new Set(words.map((_, at) => words[(number + at * 5) % words.length] ?? ""))].slice(0, count);
}

function inflected(word: string): string {
  if (/(?:ing|ed)$/.test(word) && word.length > 6)
    return word.replace(/ing$|ed$/, (end) => (end === "ed" ? "ing" : "ed"));
  return /[^s]s$/.test(word) ? word.slice(0, -1) : `${word}s`;
}

/** The letters in the middle have changed places, or one is missing. */
function mistyped(word: string): string {
  const middle = Math.floor(word.length / 2);
  const [before, after] = [word.slice(0, middle), word.slice(middle)];
  return word.length % 2
    ? before + after.slice(1)
    : before.slice(0, -1) + after.charAt(0) + before.slice(-1) + after.slice(1);
}

function countWords(query: string): { id: string }[] {
  const words = query.split(" ");
  return lessons
    .map(({ id, description }) => {
      const text = description.toLowerCase();
      return { id, count: words.filter((word) => text.includes(word)).length };
    })
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}
