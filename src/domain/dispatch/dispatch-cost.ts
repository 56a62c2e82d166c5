// What a dispatch is expected to cost, before it is sent: the same session again while its cache lives (warm), the same
// session after that (cold), or a fresh agent with everything. Pure; the prices are data and the time is handed in.
// An estimate only ever chooses and warns, it is never what a bill says.
import type { Price } from "../billing/usage.ts";

/** How long a provider keeps what was written to its cache. */
export type CacheLifetime = "5m" | "1h";

/** In tokens. */
export interface DispatchSizes {
  /** What the session holds already. */
  readonly context: number;
  /** What a resume adds to it. */
  readonly delta: number;
  /** What a fresh agent would take in: its prompt and the files it must read. */
  readonly fresh: number;
  /** Of that, and of the session, the beginning that others have sent a moment ago: it is read from the cache. */
  readonly shared?: number;
  /** The expected answer. */
  readonly output: number;
  /** Who writes asks the model once for every edit. */
  readonly isWriter?: boolean;
  /** What a fresh agent finds in its prompt: all that it builds on, or also what changed since the role last looked. */
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
 * Requests to the model in one dispatch; each reads the whole conversation again. Who is shown everything need not read it first,
 * and who knows what changed looks around less.
 */
const REQUESTS = {
  reader: { changes: 2, everything: 4, nothing: 5 },
  writer: { changes: 6, everything: 8, nothing: 9 },
};

const SECONDS: Record<CacheLifetime, number> = { "5m": 300, "1h": 3600 };

/** The cache's time began with the last request, which is a little before its answer. */
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
    isWarm: cached > 0 && cache.idle < SAFE_SHARE * SECONDS[cache.lifetime],
  };
}

/** What a resume is expected to cost; `cold`: this runtime's resumes are known to miss the cache. */
export function resumePrice(estimate: CostEstimate, cold: boolean): number {
  return estimate.isWarm && !cold ? estimate.warm : estimate.cold;
}

interface Conversation {
  /** Tokens of the first request that are in the cache, and the others. */
  readonly read: number;
  readonly written: number;
  readonly requests: number;
  readonly output: number;
}

function conversationPrice(price: Price, lifetime: CacheLifetime, { read, written, requests, output }: Conversation) {
  const total = read + written;
  const write = lifetime === "1h" ? price.write1h : price.write5m;
  const first = total < price.minimum ? total * price.input : read * price.read + written * write;
  const again = total * (total < price.minimum ? price.input : price.read);
  return (first + (requests - 1) * again + output * price.output) / 1_000_000;
}
