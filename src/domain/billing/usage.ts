// What a dispatch used and what that cost. Prices are data (prices.json), never constants in code.
import * as z from "zod";
import table from "./prices.json" with { type: "json" };

const WebUsageSchema = z.strictObject({
  /** Searches, each of which has a price of its own. */
  searches: z.number().nonnegative(),
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
});

export const UsageSchema = z.strictObject({
  /** Tokens read at full price. */
  input: z.number().nonnegative(),
  cacheRead: z.number().nonnegative().default(0),
  /** Tokens written to the cache, for five minutes or an hour. */
  cacheWrite: z.number().nonnegative().default(0),
  /** The part of `cacheWrite` that was written for an hour; zero if left out. */
  cacheWrite1h: z.number().nonnegative().optional(),
  /** What the turn's first request alone read from the cache; later requests also read what the turn itself wrote. */
  firstRead: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
  /** What looking things up on the web took: a part of `input` and `output` that is not in the conversation. */
  web: WebUsageSchema.optional(),
  /** Money as the runtime reported it, in US dollars. */
  cost: z.number().nonnegative().optional(),
  /** True when the numbers were derived from text lengths. */
  estimated: z.boolean().default(false),
});
export type Usage = z.infer<typeof UsageSchema>;

/** What a model costs, in US dollars per million tokens, and the limits of its cache and its window. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Writing to the cache for five minutes, for an hour, and reading from it. */
  readonly write5m: number;
  readonly write1h: number;
  readonly read: number;
  /** In tokens; a shorter beginning is not cached. */
  readonly minimum: number;
  /** The most tokens a conversation may have, or may have at these prices. */
  readonly window: number;
  /** How long the cache keeps an entry, where it is neither five minutes nor an hour. */
  readonly minutes?: number;
}

/** Named by the person, in US dollars per million tokens. */
export interface OwnPrice {
  readonly input: number;
  readonly output: number;
  readonly read?: number | undefined;
  readonly write?: number | undefined;
  readonly window?: number | undefined;
}
/** By the name of the model, as the runtime spells it. */
export type OwnPrices = Readonly<Record<string, OwnPrice>>;

export const PRICES: {
  readonly asOf: string;
  /** One search of the web by the provider, in US dollars. */
  readonly webSearch: number;
  readonly models: Readonly<Record<string, Price>>;
} = table;

export const NO_USAGE: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, estimated: false };

/** About four characters per token: good enough to compare, always marked as an estimate. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / 4);
}

export function estimateUsage(promptChars: number, replyChars: number): Usage {
  return { ...NO_USAGE, input: tokensOf(promptChars), output: tokensOf(replyChars), estimated: true };
}

export function addUsage(a: Usage, b: Usage): Usage {
  const cost = sumOf(a.cost, b.cost);
  const cacheWrite1h = sumOf(a.cacheWrite1h, b.cacheWrite1h);
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    ...(cacheWrite1h !== undefined && { cacheWrite1h }),
    output: a.output + b.output,
    ...((a.web ?? b.web) && { web: addWeb(a.web, b.web) }),
    ...(cost !== undefined && { cost }),
    estimated: a.estimated || b.estimated,
  };
}

type WebUsage = NonNullable<Usage["web"]>;

const NO_WEB: WebUsage = { searches: 0, input: 0, output: 0 };

function addWeb(a = NO_WEB, b = NO_WEB): WebUsage {
  return { searches: a.searches + b.searches, input: a.input + b.input, output: a.output + b.output };
}

/** What the conversation itself took in and gave out. */
export function conversationOf({ web = NO_WEB, ...usage }: Usage): Usage {
  return { ...usage, input: usage.input - web.input, output: usage.output - web.output };
}

/** A number that neither side reported stays unknown. */
function sumOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

/** Everything that was sent: at full price, read from the cache or written to it. */
export function inputOf({ input, cacheRead, cacheWrite }: Usage): number {
  return input + cacheRead + cacheWrite;
}

/** The reported cost, otherwise the model's list price; undefined for a model without a price. */
export function costOf(usage: Usage, model: string | undefined, own?: OwnPrices): number | undefined {
  if (usage.cost !== undefined) return usage.cost;
  const price = priceOf(model, own);
  if (!price) return undefined;
  const { input, cacheRead, cacheWrite, cacheWrite1h = 0, output } = usage;
  const written = (cacheWrite - cacheWrite1h) * price.write5m + cacheWrite1h * price.write1h;
  const tokens = input * price.input + cacheRead * price.read + written + output * price.output;
  return tokens / 1_000_000 + (usage.web?.searches ?? 0) * PRICES.webSearch;
}

/** The cost if a beginning of that many tokens had not been cached by other agents: what was read of it is written. */
export function unsharedCostOf(
  usage: Usage,
  model: string | undefined,
  beginning: number,
  own?: OwnPrices,
): number | undefined {
  const cost = costOf(usage, model, own);
  const price = priceOf(model, own);
  if (cost === undefined || !price) return undefined;
  const write = (usage.cacheWrite1h ?? 0) > 0 ? price.write1h : price.write5m;
  return cost + (Math.min(usage.firstRead ?? 0, beginning) * (write - price.read)) / 1_000_000;
}

/**
 * The person's own price, else that of the table. Runtimes spell a model in several ways: with its provider's name in
 * front, with a date, with its window size.
 */
export function priceOf(model: string | undefined, own: OwnPrices = {}): Price | undefined {
  if (model === undefined) return undefined;
  if (Object.hasOwn(own, model) && own[model]) return fromOwn(own[model]);
  const name = model.slice(model.lastIndexOf("/") + 1).replace(/(-\d{8}|-\d{4}-\d{2}-\d{2})?(\[1m\])?$/, "");
  return Object.hasOwn(PRICES.models, name) ? PRICES.models[name] : undefined;
}

function fromOwn({ input, output, read = input, write = input, window = USUAL_WINDOW }: OwnPrice): Price {
  return { input, output, read, write5m: write, write1h: write, minimum: USUAL_MINIMUM, window };
}

/** Of models that nothing is known about. */
const USUAL_WINDOW = 200_000;
const USUAL_MINIMUM = 1024;
