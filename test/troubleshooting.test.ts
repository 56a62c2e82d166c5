// docs/troubleshooting.md goes by message, so each message that it quotes must be one that iflow prints, and each mistake of
// a beginner must be found there.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const MISTAKES = join(ROOT, "test", "stories", "setup", "beginner-mistakes");
const read = (path: string) => readFileSync(path, "utf8");
const squeezed = (text: string) => text.replaceAll(/\s+/g, " ");

const page = read(join(ROOT, "docs", "troubleshooting.md"));
/** The first cell of every row that quotes a message; `…` stands for what differs. */
const quoted = [...page.matchAll(/^\| `([^`]+)`(?: \||, or )/gm)].map(([, message = ""]) => message);
const mistakes = readdirSync(MISTAKES).map((name) => squeezed(read(join(MISTAKES, name))));

test("there are as many as people meet", () => expect(quoted.length).toBeGreaterThan(50));

test.each(quoted)("%s: iflow says so", (message) => {
  const pattern = new RegExp(patternOf(message));

  expect([...mistakes, ...sources()].some((text) => pattern.test(text))).toBe(true);
});

test.each(mistakes)("a beginner finds %s", (mistake) => {
  expect(quoted.filter((message) => new RegExp(patternOf(message)).test(mistake))).not.toEqual([]);
});

function patternOf(message: string): string {
  const pieces = message.split("…").map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return pieces.filter((piece) => piece.trim() !== "").join(".{0,90}?");
}

let texts: string[] | undefined;

/** The program's own texts, with `…` for what is put into them. */
function sources(): readonly string[] {
  texts ??= readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => read(join(ROOT, "src", file)).replaceAll(/\$\{[^{}]*\}/g, "…"));
  return texts;
}
