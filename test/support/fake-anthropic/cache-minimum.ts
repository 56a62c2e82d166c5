// The shortest prefix each model keeps, in tokens, as the vendor's documentation lists it. A shorter one is
// silently not kept. The table is not monotonic: newer does not mean smaller.

const MINIMUM_TOKENS: Readonly<Record<string, number>> = {
  "claude-opus-5": 512,
  "claude-fable-5": 512,
  "claude-mythos-5": 512,
  "claude-sonnet-5-5": 512,
  "claude-haiku-5-5": 512,
  "claude-opus-4-8": 1024,
  "claude-sonnet-5": 1024,
  "claude-sonnet-4": 1024,
  "claude-opus-4": 1024,
  "claude-opus-4-7": 2048,
  "claude-mythos-preview": 2048,
  "claude-3-5-haiku": 2048,
  "claude-opus-4-6": 4096,
  "claude-opus-4-5": 4096,
  "claude-haiku-4-5": 4096,
};

/** What a name in no family gets: who passes the strictest minimum passes everywhere. */
const STRICTEST = 4096;

/** A name belongs to the longest family it begins with: dated names and later versions to their series. */
export function minimumTokens(model: string): number {
  const families = Object.entries(MINIMUM_TOKENS).filter(
    ([family]) => model === family || model.startsWith(`${family}-`),
  );
  families.sort(([one], [other]) => other.length - one.length);
  return families[0]?.[1] ?? STRICTEST;
}
