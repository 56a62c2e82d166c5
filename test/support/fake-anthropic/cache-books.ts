// The provider's prompt cache, as its documentation describes it, for one server. Entries are hashes of whole
// prefixes and stand only where a request placed a mark. Nothing here waits or looks at a clock: a request says
// when it started, and its answer says when the first token leaves.
import { createHash } from "node:crypto";
import type { CacheMark, Lifetime } from "./cache-marks.ts";
import { minimumTokens } from "./cache-minimum.ts";
import { promptTokens, type RenderedPrompt } from "./rendered-prompt.ts";
import type { InputUsage } from "./reply.ts";

export interface CacheBooks {
  /** Reads and bills; a read entry lives on from `at`. */
  begin(prompt: RenderedPrompt, marks: readonly CacheMark[], at: number): Booking;
}

export interface Booking {
  readonly usage: InputUsage;
  /** From here on others can read what this request wrote. A request that fails before it leaves nothing behind. */
  firstToken(): void;
}

export interface CacheRules {
  readonly minimumTokens?: (model: string) => number;
  /** What one of the 20 steps back is: a block, or a block or whole run of `tool_use` or `tool_result` blocks. */
  readonly lookback?: "blocks" | "runs";
}

const LOOKBACK = 20;
const LIFETIME_MS: Readonly<Record<Lifetime, number>> = { "5m": 300_000, "1h": 3_600_000 };

interface Entry {
  readonly lifetime: Lifetime;
  /** Start of the last request that wrote or read it. */
  readonly since: number;
}

export function createCacheBooks({ minimumTokens: minimum = minimumTokens, lookback = "blocks" }: CacheRules = {}) {
  const entries = new Map<string, Entry>();

  const isAlive = (key: string, at: number): boolean => {
    const entry = entries.get(key);
    return entry !== undefined && at - entry.since < LIFETIME_MS[entry.lifetime];
  };

  const keep = (key: string, entry: Entry): void => {
    const known = isAlive(key, entry.since) ? entries.get(key) : undefined;
    const lifetime = known?.lifetime === "1h" ? "1h" : entry.lifetime;
    entries.set(key, { lifetime, since: Math.max(known?.since ?? entry.since, entry.since) });
  };

  const begin: CacheBooks["begin"] = (prompt, marks, at) => {
    const prefixes = prefixesOf(prompt, lookback);
    const marked = marks.flatMap(({ place, lifetime }) => {
      const upTo = prefixes.slice(0, place + 1);
      const prefix = upTo.at(-1);
      if (prefix === undefined) return [];
      const window = upTo.filter(({ position }) => prefix.position - position < LOOKBACK);
      return { prefix, lifetime, hit: window.findLast(({ key }) => isAlive(key, at)) };
    });
    const found = marked.flatMap(({ hit }) => hit ?? []);
    for (const { key } of found) keep(key, { lifetime: "5m", since: at });
    const kept = marked.filter(({ prefix }) => prefix.tokens >= minimum(prompt.model));
    const usage = bill(promptTokens(prompt), found, kept);
    return {
      usage,
      firstToken: () => {
        for (const { prefix, lifetime } of kept) {
          const paid = prefix.tokens > usage.cache_read_input_tokens; // an hour is not had for the price of a read
          keep(prefix.key, { lifetime: paid ? lifetime : "5m", since: at });
        }
      },
    };
  };

  return { begin } satisfies CacheBooks;
}

interface Prefix {
  readonly key: string;
  readonly tokens: number;
  readonly position: number;
}

/** One prefix a block. The settings come in between system and messages, so a change of them spares what is before. */
function prefixesOf({ model, settings, blocks }: RenderedPrompt, lookback: CacheRules["lookback"]): Prefix[] {
  let key = hash(model);
  let tokens = 0;
  let position = -1;
  return blocks.map((block, place) => {
    const before = blocks[place - 1];
    if (block.part === "messages" && before?.part !== "messages") key = hash(key, settings);
    key = hash(key, block.part, block.print);
    tokens += block.tokens;
    const goesOn = lookback === "runs" && block.kind === before?.kind && /^tool_(use|result)$/.test(block.kind);
    if (!goesOn) position += 1;
    return { key, tokens, position };
  });
}

/** Read up to the highest hit; from there to the last 1 h mark, and from there to the last mark, written; then plain. */
function bill(
  total: number,
  found: readonly Prefix[],
  written: readonly { readonly prefix: Prefix; readonly lifetime: Lifetime }[],
): InputUsage {
  const endOf = (lifetime: Lifetime) =>
    Math.max(0, ...written.filter((mark) => mark.lifetime === lifetime).map(({ prefix }) => prefix.tokens));
  const read = Math.max(0, ...found.map(({ tokens }) => tokens));
  const endOfHour = Math.max(read, endOf("1h"));
  const end = Math.max(endOfHour, endOf("5m"));
  return {
    input_tokens: total - end,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: end - read,
    cache_creation: { ephemeral_5m_input_tokens: end - endOfHour, ephemeral_1h_input_tokens: endOfHour - read },
  };
}

function hash(...parts: readonly string[]): string {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part).update("\0");
  return sum.digest("base64url");
}
