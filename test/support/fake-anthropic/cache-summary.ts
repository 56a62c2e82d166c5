// What a series of recorded requests cost, in figures that do not depend on a price list.
import type { RequestRecord } from "./request-record.ts";

/** How much a token costs when it is written or read, against one that is neither. They differ between models. */
export interface CacheMultipliers {
  readonly write5m: number;
  readonly write1h: number;
  readonly read: number;
}

export interface CacheSummary {
  /** Those that were read by the provider; refused and failed ones cost nothing. */
  readonly requests: number;
  readonly uncached: number;
  readonly written5m: number;
  readonly written1h: number;
  readonly read: number;
  readonly output: number;
  /** Billed input token equivalents. */
  readonly bite: number;
  /** Part of all sent tokens that came out of the cache. */
  readonly readShare: number;
  /** Tokens of every distinct content, each once: what could not have been avoided. */
  readonly unique: number;
  /** Tokens paid in full or more, against the unique ones. */
  readonly writeAmplification: number;
}

export function summariseCache(records: readonly RequestRecord[], multipliers: CacheMultipliers): CacheSummary {
  const usages = records.flatMap(({ usage }) => usage ?? []);
  const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
  const uncached = sum(usages.map(({ input_tokens }) => input_tokens));
  const written5m = sum(usages.map(({ cache_creation }) => cache_creation.ephemeral_5m_input_tokens));
  const written1h = sum(usages.map(({ cache_creation }) => cache_creation.ephemeral_1h_input_tokens));
  const read = sum(usages.map(({ cache_read_input_tokens }) => cache_read_input_tokens));
  const unique = sum([...uniqueTokens(records).values()]);
  const paid = uncached + written5m + written1h;
  return {
    requests: usages.length,
    uncached,
    written5m,
    written1h,
    read,
    output: sum(usages.map(({ output_tokens }) => output_tokens)),
    bite: uncached + multipliers.write5m * written5m + multipliers.write1h * written1h + multipliers.read * read,
    readShare: ratio(read, paid + read),
    unique,
    writeAmplification: ratio(paid, unique),
  };
}

/**
 * Tokens by passage, wherever it stands: a text that is sent alone and then inside of another is one. A passage that
 * stands several times in one prompt counts as often as in the prompt that has it most often: no cache can spare a
 * prompt what it repeats in itself.
 */
function uniqueTokens(records: readonly RequestRecord[]): Map<string, number> {
  const unique = new Map<string, number>();
  for (const { blocks, usage } of records) {
    if (usage === undefined) continue;
    const seen = new Map<string, number>();
    for (const { hash, tokens } of blocks.flatMap(({ content }) => content)) {
      const count = (seen.get(hash) ?? 0) + 1;
      seen.set(hash, count);
      unique.set(`${count} ${hash}`, tokens);
    }
  }
  return unique;
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
