// What a provider with an automatic cache reads from it: the longest beginning that a request shares with an earlier one
// of the same model, in whole blocks of tokens. Nothing ages, because no test waits that long.

export interface PrefixBooks {
  /** Enters a request, its parts in the order the provider reads them; `cached` is the part of `total` read from the cache. */
  enter(model: string, parts: readonly unknown[]): { readonly total: number; readonly cached: number };
}

const CHARS_PER_TOKEN = 4;
const BLOCK = 128;
const SHORTEST = 1024;

export const tokensIn = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);

export function createPrefixBooks(): PrefixBooks {
  const seen = new Map<string, string[]>();
  return {
    enter(model, parts) {
      const prompt = parts.map((part) => JSON.stringify(part ?? null)).join("\n");
      const earlier = seen.get(model) ?? [];
      const shared = tokensIn(prompt.slice(0, Math.max(0, ...earlier.map((one) => sharedChars(one, prompt)))));
      seen.set(model, [...earlier, prompt]);
      const blocks = Math.floor(shared / BLOCK) * BLOCK;
      return { total: tokensIn(prompt), cached: blocks < SHORTEST ? 0 : blocks };
    },
  };
}

function sharedChars(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let place = 0;
  while (place < most && one.charCodeAt(place) === other.charCodeAt(place)) place += 1;
  return place;
}
