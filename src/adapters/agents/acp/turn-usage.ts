// What a turn used, from what agents report: tokens with the answer to the prompt, money as the running total of the
// session. Missing numbers are estimated and marked as such; numbers that cannot be told apart are left out.
import * as z from "zod";
import { estimateUsage, type Usage } from "../../../domain/billing/usage.ts";

const count = z.number().nonnegative();
const optionalCount = count.nullish().catch(undefined);

const TokensSchema = z.object({
  totalTokens: count,
  inputTokens: count,
  outputTokens: count,
  thoughtTokens: optionalCount,
  cachedReadTokens: optionalCount,
  cachedWriteTokens: optionalCount,
});

const CostSchema = z.object({ cost: z.object({ amount: count, currency: z.literal("USD") }) });

/** The session's total in a `usage_update`, in US dollars. */
export function readCost(update: unknown): number | undefined {
  return CostSchema.safeParse(update).data?.cost.amount;
}

const ContextSchema = z.object({ used: count });

export interface UsageWatch {
  /** From now on, usage belongs to the turn. */
  listen(): void;
  /** A `usage_update`. */
  take(update: unknown): void;
  /**
   * Cost of this turn alone; `resumed` says that the session had a past with its own cost. A total that has not grown is an
   * agent that knows no price, so it is unknown and not free.
   */
  cost(resumed: boolean): number | undefined;
}

/** Tracks what the agent reports while it works: money, and how full its context is. */
export function watchUsage(tellTokens: (tokens: number) => void): UsageWatch {
  let listening = false;
  let tokens = 0;
  let costBefore: number | undefined;
  let costNow: number | undefined;
  return {
    listen() {
      listening = true;
      costBefore = costNow;
    },
    take(update) {
      costNow = readCost(update) ?? costNow;
      // A turn has read and written at least what is in the context. The context shrinks when the agent condenses it.
      const used = ContextSchema.safeParse(update).data?.used ?? 0;
      if (!listening || used <= tokens) return;
      tokens = used;
      tellTokens(tokens);
    },
    cost(resumed) {
      if (costNow === undefined || (resumed && costBefore === undefined)) return undefined;
      const grown = costNow - (costBefore ?? 0);
      return grown > 0 ? grown : undefined;
    },
  };
}

export interface Measured {
  readonly promptChars: number;
  readonly replyChars: number;
  /** The `usage` field of the answer to the prompt. */
  readonly reported: unknown;
  /** Cost of this turn alone; undefined when it is not known. */
  readonly cost: number | undefined;
}

export function computeUsage({ promptChars, replyChars, reported, cost }: Measured): Usage {
  const usage = readTokens(reported) ?? estimateUsage(promptChars, replyChars);
  return { ...usage, ...(cost !== undefined && { cost }) };
}

function readTokens(reported: unknown): Usage | undefined {
  const { data } = TokensSchema.safeParse(reported);
  if (!data || data.totalTokens === 0) return undefined;
  const cacheRead = data.cachedReadTokens ?? 0;
  const cacheWrite = data.cachedWriteTokens ?? 0;
  const thought = data.thoughtTokens ?? 0;
  // Agents differ in what they count twice. The total shows whether a number is separate from another or part of it.
  const apart = data.inputTokens + data.outputTokens + cacheRead + cacheWrite;
  const input = data.totalTokens >= apart ? data.inputTokens : data.inputTokens - cacheRead - cacheWrite;
  const output = data.totalTokens >= apart + thought ? data.outputTokens + thought : data.outputTokens;
  return { input: Math.max(0, input), cacheRead, cacheWrite, output, estimated: false };
}
