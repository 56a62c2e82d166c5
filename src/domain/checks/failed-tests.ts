// Which tests failed, read from what a test runner printed. People and agents repair a named test, not "exit code 1".
// Every reader knows one reporter by its own lines; the first one that finds something is believed. Output that nobody
// knows gives nothing, and its last lines are shown instead.

import { oneLine } from "../text/one-line.ts";
import { withoutColours } from "../text/terminal-codes.ts";
import { cutAt } from "../text/words/foreign-words.ts";
import type { FailedTest } from "./reports/failed-test.ts";
import { REPORTERS } from "./reports/reporters.ts";

const MOST = 10;
const LONGEST = 300;
/** More of a line is read only where it is a report: an object, or XML. */
const LINE_CHARS = 2000;

/** At most ten, in the order of the output, each once. */
export function findFailedTests(output: string): FailedTest[] {
  const text = plainLines(output);
  const found = firstThatFinds(text) ?? firstThatFinds(withoutRestsOfColours(text)) ?? [];
  const byName = new Map<string, FailedTest>();
  for (const test of found) {
    const [name, message] = [tidied(test.name), tidied(test.message ?? "") || byName.get(tidied(test.name))?.message];
    if (name !== "" && !byName.get(name)?.message) byName.set(name, { name, ...(message && { message }) });
  }
  return [...byName.values()].slice(0, MOST);
}

/** One line per failed test, for whoever is told of the failure. */
export function printFailedTests(output: string): string {
  return findFailedTests(output)
    .map(({ name, message }) => `- ${name}${message === undefined ? "" : `: ${message}`}`)
    .join("\n");
}

function plainLines(output: string): string {
  const lines = withoutColours(output).split(/\r\n?|\n/);
  return lines.map((line) => (/^[{<]/.test(line) ? line : line.slice(0, LINE_CHARS)).trimEnd()).join("\n");
}

/** What is left where only the unprintable character was removed. "[5m]" and "[5m:1m]" are words of the test. */
function withoutRestsOfColours(text: string): string {
  return text.replaceAll(/\[\d{1,3}(?:(?:;\d{1,3})+m|m(?!\]|:\d))/g, "");
}

function firstThatFinds(text: string): FailedTest[] | undefined {
  for (const { read } of REPORTERS) {
    const found = read(text).filter(({ message = "" }) => !IS_GROUP.test(message));
    if (found.length > 0) return found;
  }
  return undefined;
}

/** A group that failed because of the tests in it, which are named themselves. */
const IS_GROUP = /^'?\d+ (?:subtests?|test steps?) failed/;

function tidied(text: string): string {
  const words = oneLine(withoutRestsOfColours(withoutColours(text))); // a report in JSON holds its colours escaped
  return cutAt(words.replace(/^(["'])(.*)\1$/, "$2"), LONGEST);
}
