// Decides whether a ping is worth its price: it reads the whole conversation so that the provider keeps it cached,
// which saves writing again what only that conversation holds. Pure; the caller decides when and how often to ping.
import type { Price } from "../billing/usage.ts";
import type { CacheLifetime } from "./dispatch-cost.ts";

/** The upper limit: pings forgotten after a loop would cost money forever. */
const MOST_PINGS = 3;

/**
 * A ping this long after the last answer still finds the cache entry. The entry's lifetime starts with the request, so
 * this leaves at least a minute for the answer itself.
 */
export const PING_AFTER: Readonly<Record<CacheLifetime, number>> = { "5m": 240_000, "1h": 3_240_000 };

/** The same for the trunk, a little later: a ping of a session that begins with it has then made it unnecessary. */
const TRUNK_PING_AFTER = 255_000;
/** From one ping of the trunk to the next: nine tenths of the five minutes, which start with the ping itself. */
const BETWEEN_PINGS = 270_000;

/** When the trunk has to be pinged; `touched` and `pinged` are when it was last used and last pinged, in milliseconds. */
export function trunkPingDue(touched: number, pinged: number | undefined): number {
  return Math.max(touched + TRUNK_PING_AFTER, pinged === undefined ? 0 : pinged + BETWEEN_PINGS);
}

export interface KeptSession {
  /** Tokens the conversation holds. */
  readonly context: number;
  /** The part of it, from the beginning, that other agents send meanwhile and so keep warm for free. */
  readonly shared: number;
  readonly lifetime: CacheLifetime;
}

/** How many pings in a row cost less than losing the session from the cache. */
export function mostPings(price: Price, { context, shared, lifetime }: KeptSession): number {
  if (context < price.minimum) return 0;
  const write = lifetime === "1h" ? price.write1h : price.write5m;
  const saved = (write - price.read) * Math.max(0, context - shared);
  const each = price.read * context;
  return each <= 0 ? 0 : Math.min(MOST_PINGS, Math.floor(saved / each));
}
