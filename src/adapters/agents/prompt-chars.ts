// How long a prompt may be, from the name of the model.
import { priceOf } from "../../domain/usage.ts";

const WINDOW_TOKENS = 200_000;
const LONG_WINDOW_TOKENS = 1_000_000;
/** Code has about three characters a token, and a fifth of the window is left for tools and answers. */
const CHARS_A_TOKEN = 3;
const SHARE_FOR_PROMPT = 0.8;

/** A name ending in [1m] asks for the long window; a model nobody knows has at least the usual one. */
export function promptCharsOf(model: string): number {
  const tokens = model.endsWith("[1m]") ? LONG_WINDOW_TOKENS : (priceOf(model)?.window ?? WINDOW_TOKENS);
  return tokens * CHARS_A_TOKEN * SHARE_FOR_PROMPT;
}
