// The provider's prompt cache. Models before GPT-5.6 read the longest beginning they have seen, in steps of 128 tokens from
// 1024 on, and write for free. Later ones read and write at marks: those in the request, and one at its end.
import { countTokens } from "../fake-anthropic/tokens.ts";
import type { Item, RequestBody } from "./request.ts";
import { itemsOf } from "./request.ts";

export interface Booking {
  /** Read from the cache, and written to it. */
  readonly read: number;
  readonly written: number;
  readonly total: number;
  /** From now on others can read it. */
  firstToken(): void;
}

const LEAST = 1024;
const STEP = 128;

export const takesMarks = (model: string): boolean => /^gpt-(?:5\.6|[6-9])/.test(model);

export function createCacheBooks(): (body: RequestBody) => Booking {
  const seen: string[] = [];
  return (body) => {
    const { text, marks } = render(body);
    const total = countTokens(text);
    const entries = takesMarks(body.model) ? [...marks, text.length].filter((end) => isLong(text, end)) : [text.length];
    const read = takesMarks(body.model) ? readAtMarks(seen, text) : readInSteps(seen, text);
    return {
      read,
      written: takesMarks(body.model) && total >= LEAST ? total - read : 0,
      total,
      firstToken: () => seen.push(...entries.map((end) => text.slice(0, end))),
    };
  };
}

const isLong = (text: string, end: number): boolean => countTokens(text.slice(0, end)) >= LEAST;

function readAtMarks(entries: readonly string[], text: string): number {
  const found = entries.filter((entry) => text.startsWith(entry)).map(countTokens);
  return Math.max(0, ...found);
}

function readInSteps(prompts: readonly string[], text: string): number {
  const shared = Math.max(0, ...prompts.map((prompt) => commonLength(prompt, text)));
  const steps = Math.floor(shared / 4 / STEP) * STEP;
  return steps < LEAST ? 0 : steps;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** The prompt as one text, and where its marks are. */
function render(body: RequestBody): { readonly text: string; readonly marks: readonly number[] } {
  let text = `${body.model} ${body.prompt_cache_key} ${JSON.stringify(body.tools)} ${body.instructions ?? ""}`;
  const marks: number[] = [];
  for (const item of itemsOf({ body })) {
    for (const part of partsOf(item)) {
      const { prompt_cache_breakpoint: mark, ...said } = part;
      text += JSON.stringify(said);
      if (mark !== undefined) marks.push(text.length);
    }
  }
  return { text, marks };
}

function partsOf(item: Item): Record<string, unknown>[] {
  const { content, ...rest } = item;
  return [rest, ...(Array.isArray(content) ? content : [{ content }])];
}
