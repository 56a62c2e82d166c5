// Which tests failed, read from what a test runner printed. People and agents repair a named test, not "exit code 1".
// Every reader knows one reporter by its own lines; the first one that finds something is believed. Output that nobody
// knows gives nothing, and its last lines are shown instead.
import { cutAt } from "../text/foreign-words.ts";
import { oneLine } from "../text/one-line.ts";
import { withoutColours } from "../text/terminal-codes.ts";
import { readFailedJson } from "./json-reports.ts";
import { type FailedTest, REPORTERS, type Reporter } from "./reporters.ts";

const MOST = 10;
const LONGEST = 300;

/** At most ten, in the order of the output, each once. */
export function findFailedTests(output: string): FailedTest[] {
  const text = withoutColours(output);
  const lines = text.split("\n").map((line) => line.trimEnd());
  const found = readFailedJson(text) ?? firstThatFinds(lines);
  const byName = new Map<string, FailedTest>();
  for (const { name, message } of found) {
    const short = cutAt(oneLine(name), LONGEST);
    if (short === "" || byName.has(short)) continue;
    byName.set(short, { name: short, ...(message && { message: cutAt(oneLine(message), LONGEST) }) });
  }
  return [...byName.values()].slice(0, MOST);
}

/** One line per failed test, for whoever is told of the failure. */
export function printFailedTests(output: string): string {
  return findFailedTests(output)
    .map(({ name, message }) => `- ${name}${message === undefined ? "" : `: ${message}`}`)
    .join("\n");
}

function firstThatFinds(lines: readonly string[]): FailedTest[] {
  for (const reporter of REPORTERS) {
    const found = lines.flatMap((_, at) => readAt(reporter, lines, at));
    if (found.length > 0) return found;
  }
  return [];
}

/** How far below its name a test's message may stand. */
const REACH = 30;

function readAt({ test, message, ends, isSuite }: Reporter, lines: readonly string[], at: number): FailedTest[] {
  const name = test.exec(lines[at] ?? "");
  if (!name) return [];
  const below = lines.slice(at + 1, at + 1 + REACH);
  const end = below.findIndex((line) => (ends ?? test).test(line));
  const own = end === -1 ? below : below.slice(0, end);
  if (isSuite?.(lines[at] ?? "", own)) return [];
  const inline = name.groups?.message;
  return [{ name: name.groups?.name ?? "", message: inline ?? findMessage(own, message) }].map(withoutEmpty);
}

function findMessage(lines: readonly string[], pattern: RegExp | undefined): string | undefined {
  if (!pattern) return undefined;
  for (const [at, line] of lines.entries()) {
    const text = pattern.exec(line)?.groups?.message;
    if (text === undefined) continue;
    return /^[|>][-+]?$/.test(text) ? lines[at + 1] : text.replace(/^(["'])(.*)\1$/, "$2"); // a block of YAML begins below
  }
  return undefined;
}

function withoutEmpty({ name, message }: { name: string; message: string | undefined }): FailedTest {
  return { name, ...(message && { message }) };
}
