// The beginning that a prompt may share with others byte for byte: where it can end, and a name for each end. A cache
// keeps only what comes before everything else, up to a mark; a passage that merely occurs in two prompts is not kept.
import { createHash } from "node:crypto";
import { tokensOf } from "../billing/usage.ts";
import type { Block, Prompt } from "../prompts/prompt.ts";

export interface BeginningEnd {
  /** Hash of every byte up to here, and of the cache they are in. */
  readonly key: string;
  readonly tokens: number;
  /** There is a mark, so the cache keeps it for later prompts. */
  readonly isKept: boolean;
}

/** Shortest first; none if nothing is marked. `cache` is the runtime, the model and its effort, which share nothing with others. */
export function beginningEnds({ blocks }: Pick<Prompt, "blocks">, cache: string): BeginningEnd[] {
  const own = blocks.findIndex((block) => !isShareable(block));
  const leading = blocks.slice(0, own < 0 ? blocks.length : own);
  const shared = leading.slice(0, leading.findLastIndex(({ mark }) => mark) + 1);
  const hash = createHash("sha256").update(cache);
  let chars = 0;
  return shared.map(({ text, mark }) => {
    hash.update(`\0${text}`);
    chars += text.length;
    return { key: hash.copy().digest("base64url"), tokens: tokensOf(chars), isKept: mark ?? false };
  });
}

/** What comes before each role's own part; the text under review does not belong to it. */
const SHARED: ReadonlySet<string> = new Set(["guides", "document", "code", "delta"]);

function isShareable({ slot, layer }: Block): boolean {
  return layer === "feature" && SHARED.has(slot);
}

/** Nine tenths of the five minutes, which start with a request and not with its answer. */
const WARM_MILLISECONDS = 270_000;

/** Tokens of the longest beginning that was just sent; `touched` and `now` are in milliseconds. */
export function warmTokens(ends: readonly BeginningEnd[], touched: ReadonlyMap<string, number>, now: number): number {
  return ends[warmEnd(ends, touched, now)]?.tokens ?? 0;
}

/** Which of them it is; -1 if none. */
export function warmEnd(ends: readonly BeginningEnd[], touched: ReadonlyMap<string, number>, now: number): number {
  return ends.findLastIndex(({ key }) => now - (touched.get(key) ?? Number.NEGATIVE_INFINITY) < WARM_MILLISECONDS);
}
