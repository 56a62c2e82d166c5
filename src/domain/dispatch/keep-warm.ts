// Whether a ping is worth its price: it reads the whole conversation so that the provider keeps it, and saves writing again
// what only that conversation holds. Pure; how often it is done and when is the caller's.

import type { Price } from "../billing/usage.ts";
import type { CacheLifetime } from "./dispatch-cost.ts";

/** Pings forgotten after a loop would cost for ever: there are never more. */
const MOST_PINGS = 3;

/**
 * A ping this long after the last answer still finds the entry. It lives from the start of the request, so a minute is left
 * for the answer itself.
 */
export const PING_AFTER: Readonly<Record<CacheLifetime, number>> = { "5m": 240_000, "1h": 3_240_000 };

export interface KeptSession {
  /** Tokens the conversation holds. */
  readonly context: number;
  /** Of these, the beginning that whoever works meanwhile sends as well, and so keeps warm for free. */
  readonly shared: number;
  readonly lifetime: CacheLifetime;
}

/** How many pings in a row cost less than finding the session gone. */
export function mostPings(price: Price, { context, shared, lifetime }: KeptSession): number {
  if (context < price.minimum) return 0;
  const write = lifetime === "1h" ? price.write1h : price.write5m;
  const saved = (write - price.read) * Math.max(0, context - shared);
  const each = price.read * context;
  return each <= 0 ? 0 : Math.min(MOST_PINGS, Math.floor(saved / each));
}
