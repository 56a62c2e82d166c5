// How long a session may become: up to the share of a model's window that is left for what is sent. A session is never
// shortened; one that would pass that length is left, and a fresh agent takes its place.

/** Code has about three characters a token; prose has more, so what is counted this way fits. */
const CHARS_A_TOKEN = 3;
/** The rest of the window is left for tools and answers. */
const SHARE_FOR_PROMPT = 0.8;

/** Characters that may be sent to a model with such a window. */
export function longestPrompt(windowTokens: number): number {
  return windowTokens * CHARS_A_TOKEN * SHARE_FOR_PROMPT;
}

/** A session of so many tokens has no room for so many characters more; `longest` as above. */
export function isOutgrown(threadTokens: number, moreChars: number, longest: number): boolean {
  return threadTokens * CHARS_A_TOKEN + moreChars > longest;
}
