// What a dispatch is expected to cost, before it is sent: the same session while it is still cached (warm), the same
// session after that (cold), or a fresh agent with everything. Pure; the prices are data and the time is passed in.
// An estimate only chooses and warns; it never goes into a bill.
import type { Price } from "../billing/usage.ts";

/** How long a provider keeps what was written to its cache. */
export type CacheLifetime = "5m" | "1h";

/** In tokens. */
export interface DispatchSizes {
  /** What the session already holds. */
  readonly context: number;
  /** What a resume adds to it. */
  readonly delta: number;
  /** What a fresh agent would take in: its prompt and the files it must read. */
  readonly fresh: number;
  /** The beginning of both that other agents have just been sent, so it is read from the cache. */
  readonly shared?: number;
  /** The expected answer. */
  readonly output: number;
  /** A writer asks the model once for every edit. */
  readonly isWriter?: boolean;
  /** What a fresh agent's prompt contains: everything it builds on, or also what changed since the role last looked. */
  readonly isShown?: "everything" | "changes";
}

export interface CacheAge {
  readonly lifetime: CacheLifetime;
  /** Seconds since the session was last touched. */
  readonly idle: number;
}

/** In US dollars. */
export interface CostEstimate {
  readonly warm: number;
  readonly cold: number;
  readonly fresh: number;
  /** The session is expected to be in the cache still. */
  readonly isWarm: boolean;
}

/**
 * Requests to the model in one dispatch; each reads the whole conversation again. An agent that is shown everything
 * need not read it first, and one that knows what changed explores less.
 */
export const REQUESTS = {
  reader: { changes: 2, everything: 4, nothing: 5 },
  writer: { changes: 6, everything: 8, nothing: 9 },
};

const SECONDS: Record<CacheLifetime, number> = { "5m": 300, "1h": 3600 };

/** The cache lifetime starts with the last request, a little before its answer. */
const SAFE_SHARE = 0.9;

export function estimateCost(price: Price, sizes: DispatchSizes, cache: CacheAge): CostEstimate {
  const { context, delta, fresh, output } = sizes;
  const { isShown = "nothing", shared: begun = 0 } = sizes;
  const shared = begun < price.minimum ? 0 : begun;
  const cached = context < price.minimum ? 0 : context;
  const requests = REQUESTS[sizes.isWriter ? "writer" : "reader"];
  const priceIn = (read: number, total: number, shown: keyof typeof requests) =>
    conversationPrice(price, cache.lifetime, { read, written: total - read, requests: requests[shown], output });
  return {
    warm: priceIn(cached, context + delta, "changes"),
    cold: priceIn(Math.min(shared, cached), context + delta, "changes"),
    fresh: priceIn(Math.min(shared, fresh), fresh, isShown),
    isWarm: cached > 0 && cache.idle < SAFE_SHARE * (price.minutes ? price.minutes * 60 : SECONDS[cache.lifetime]),
  };
}

/** The expected cost of a resume; `cold` means that this runtime's resumes are known to miss the cache. */
export function resumePrice(estimate: CostEstimate, cold: boolean): number {
  return estimate.isWarm && !cold ? estimate.warm : estimate.cold;
}

export interface Conversation {
  /** Tokens of the first request that are in the cache, and those that are not. */
  readonly read: number;
  readonly written: number;
  readonly requests: number;
  readonly output: number;
}

/** In US dollars. */
export function conversationPrice(
  price: Price,
  lifetime: CacheLifetime,
  { read, written, requests, output }: Conversation,
): number {
  const total = read + written;
  const write = lifetime === "1h" ? price.write1h : price.write5m;
  const first = total < price.minimum ? total * price.input : read * price.read + written * write;
  const again = total * (total < price.minimum ? price.input : price.read);
  return (first + (requests - 1) * again + output * price.output) / 1_000_000;
}
