// From requests to figures. BITE are billed input token equivalents with the usual multipliers, so that rows can be compared
// across price lists; dollars are the list price of the model.
import { PRICES } from "../../src/domain/billing/usage.ts";
import {
  type CacheMultipliers,
  type CacheSummary,
  summariseCache,
} from "../../test/support/fake-anthropic/cache-summary.ts";
import { MODEL } from "./engine.ts";
import type { Gap } from "./gaps.ts";
import type { Played } from "./play.ts";
import type { Loop } from "./repository.ts";

export interface Mode {
  readonly context: "inject" | "lazy" | "trunk";
  readonly session: "fresh" | "resume" | "fork";
  /** Null where nothing is resumed. */
  readonly guard: "prompt" | "content" | "cost" | null;
}

export interface Row extends Mode, Figures {
  readonly loop: Loop;
  readonly codeTokens: number;
  readonly gapSeconds: Gap;
}

export interface Figures {
  readonly bite: number;
  readonly usd: number;
  readonly requests: number;
  readonly readShare: number;
  readonly writeAmplification: number;
}

export const MULTIPLIERS: CacheMultipliers = { write5m: 1.25, write1h: 2, read: 0.1 };

const GUARDS = ["prompt", "content", "cost"] as const;

export const MODES: readonly Mode[] = [
  { context: "inject", session: "fresh", guard: null },
  { context: "lazy", session: "fresh", guard: null },
  ...GUARDS.map((guard) => ({ context: "lazy", session: "resume", guard }) as const),
  ...GUARDS.map((guard) => ({ context: "trunk", session: "resume", guard }) as const),
  ...GUARDS.map((guard) => ({ context: "trunk", session: "fork", guard }) as const),
];

/** The mean of several plays of one row. */
export function rowOf(about: Omit<Row, keyof Figures>, plays: readonly Played[]): Row {
  const summaries = plays.map(({ records }) => summariseCache(records, MULTIPLIERS));
  const mean = (figure: (summary: CacheSummary) => number): number =>
    summaries.reduce((sum, summary) => sum + figure(summary), 0) / summaries.length;
  return {
    ...about,
    bite: Math.round(mean(({ bite }) => bite)),
    usd: round(mean(dollars)),
    requests: Math.round(mean(({ requests }) => requests)),
    readShare: round(mean(({ readShare }) => readShare)),
    writeAmplification: round(mean(({ writeAmplification }) => writeAmplification)),
  };
}

function dollars({ uncached, written5m, written1h, read, output }: CacheSummary): number {
  const price = PRICES.models[MODEL];
  if (!price) throw new Error(`no price for ${MODEL}`);
  const written = written5m * price.write5m + written1h * price.write1h;
  return (uncached * price.input + written + read * price.read + output * price.output) / 1_000_000;
}

const round = (figure: number): number => Number(figure.toFixed(4));
