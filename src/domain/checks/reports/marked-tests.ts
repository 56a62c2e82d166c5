// Reads the reporters that mark a failed test by a line (or a few) of its own, with the message beside or below it.
import type { FailedTest } from "./failed-test.ts";
import { headOf } from "./message-head.ts";

export interface Mark {
  /** Global and multiline. Its group `name` counts, and `message` where that stands beside the name. */
  readonly test: RegExp;
  /** Where the message begins, below the name; the first pattern that is found counts. */
  readonly message?: readonly RegExp[];
  /** Ends what belongs to a test, where that is not the next test's name. */
  readonly ends?: RegExp;
}

/** How far below its name a test's message may stand. */
const REACH_CHARS = 3000;

/** Far more than are shown; a runner may name a test twice. */
const MOST = 100;

/** In the order of the output. */
export function readMarked(text: string, marks: readonly Mark[]): FailedTest[] {
  return marks
    .flatMap((mark) => {
      const found = [...text.matchAll(mark.test)].slice(0, MOST);
      return found.map((match) => ({ at: match.index, test: read(text, mark, match) }));
    })
    .sort((one, other) => one.at - other.at)
    .map(({ test }) => test);
}

function read(text: string, mark: Mark, { 0: marked, index, groups }: RegExpExecArray): FailedTest {
  const message = groups?.message ?? findBelow(text, mark, index + marked.length);
  return { name: groups?.name ?? "", ...(message && { message }) };
}

function findBelow(text: string, { test, message = [], ends = test }: Mark, from: number): string | undefined {
  const below = text.slice(from, from + REACH_CHARS);
  const end = below.search(ends);
  const own = end === -1 ? below : below.slice(0, end);
  for (const pattern of message) {
    const found = own.match(pattern);
    const words = found?.groups?.message;
    if (found && words) return headOf(own.slice((found.index ?? 0) + found[0].length - words.length));
  }
  return undefined;
}
