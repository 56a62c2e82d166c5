// The maximum length of a prompt, derived from the name of the model.
import { type OwnPrices, priceOf } from "../../domain/billing/usage.ts";
import { longestPrompt } from "../../domain/dispatch/session-length.ts";
import type { ModelTier } from "../../domain/roles/role.ts";

const WINDOW_TOKENS = 200_000;
const LONG_WINDOW_TOKENS = 1_000_000;

/** What every role may be sent. The light model may have the smallest window, but no role is given it. */
export function promptCharsFor(models: Readonly<Record<ModelTier, string>>, own?: OwnPrices): number {
  return Math.min(...[models.strong, models.standard].map((model) => promptCharsOf(model, own)));
}

/** A name ending in [1m] asks for the long window; an unknown model has at least the usual one. */
function promptCharsOf(model: string, own?: OwnPrices): number {
  const tokens = model.endsWith("[1m]") ? LONG_WINDOW_TOKENS : (priceOf(model, own)?.window ?? WINDOW_TOKENS);
  return longestPrompt(tokens);
}
