// What a dispatch used and what that cost. Prices are data (prices.json), never constants in code.
import * as z from "zod";
import table from "./prices.json" with { type: "json" };

export const UsageSchema = z.strictObject({
  /** Tokens read at full price. */
  input: z.number().nonnegative(),
  cacheRead: z.number().nonnegative().default(0),
  cacheWrite: z.number().nonnegative().default(0),
  output: z.number().nonnegative(),
  /** Money as the runtime reported it, in US dollars. */
  cost: z.number().nonnegative().optional(),
  /** True when the numbers were derived from text lengths. */
  estimated: z.boolean().default(false),
});
export type Usage = z.infer<typeof UsageSchema>;

/** US dollars for a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

interface PriceTable {
  readonly asOf: string;
  readonly perMillionTokens: Readonly<Record<string, Price>>;
}

export const PRICES: PriceTable = table;

export const NO_USAGE: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, estimated: false };

/** About four characters a token: good enough to compare, always marked as an estimate. */
export function estimateUsage(promptChars: number, replyChars: number): Usage {
  return {
    input: Math.ceil(promptChars / 4),
    cacheRead: 0,
    cacheWrite: 0,
    output: Math.ceil(replyChars / 4),
    estimated: true,
  };
}

export function addUsage(a: Usage, b: Usage): Usage {
  const cost = a.cost === undefined && b.cost === undefined ? {} : { cost: (a.cost ?? 0) + (b.cost ?? 0) };
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    ...cost,
    estimated: a.estimated || b.estimated,
  };
}

/** The reported cost, else the list price of the model; undefined for a model without a price. */
export function costOf(usage: Usage, model: string | undefined): number | undefined {
  if (usage.cost !== undefined) return usage.cost;
  const price = model === undefined ? undefined : priceOf(model);
  if (!price) return undefined;
  const { input, cacheRead, cacheWrite, output } = usage;
  const total =
    input * price.input + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite + output * price.output;
  return total / 1_000_000;
}

/** Runtimes write one model in several ways: behind its provider's name, with a date, with the size of its window. */
function priceOf(model: string): Price | undefined {
  const name = model.slice(model.lastIndexOf("/") + 1).replace(/(-\d{8})?(\[1m\])?$/, "");
  return PRICES.perMillionTokens[name];
}
