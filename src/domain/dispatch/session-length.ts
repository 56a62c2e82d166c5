// How long a session may become: up to the share of a model's window that is reserved for input. A session is never
// shortened; one that would exceed that length is abandoned, and a fresh agent takes its place.

/** Code has about three characters per token; prose has more, so text counted this way fits. */
const CHARS_A_TOKEN = 3;
/** The rest of the window is left for tools and answers. */
const SHARE_FOR_PROMPT = 0.8;

/** The most characters that may be sent to a model with this window. */
export function longestPrompt(windowTokens: number): number {
  return windowTokens * CHARS_A_TOKEN * SHARE_FOR_PROMPT;
}

/** Whether a session of this many tokens has no room for that many more characters; `longest` as above. */
export function isOutgrown(threadTokens: number, moreChars: number, longest: number): boolean {
  return threadTokens * CHARS_A_TOKEN + moreChars > longest;
}
