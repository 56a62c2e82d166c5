// Decides on what a fresh fixer works: on the trunk, which it reads again with every request, at a fraction of the price,
// or lean, on what its issues cite, which nobody else has sent and is written once more. Pure; prices and sizes are
// passed in. The trunk is needed by the next reviewers either way, so whoever leaves it has to pay for keeping it.
import type { Price } from "../billing/usage.ts";
import { conversationPrice, REQUESTS } from "./dispatch-cost.ts";
import type { Plan } from "./dispatch-plan.ts";

/** In tokens. */
export interface FixerSizes {
  /** What the next reviewers share, and the part of it that is in the cache now. */
  readonly trunk: number;
  readonly warm: number;
  /** What a fixer on the trunk is told besides. */
  readonly own: number;
  /** Everything that a lean fixer is told. */
  readonly lean: number;
  /** A file of the implementation, on average: more than is cited has to be looked at. */
  readonly file: number;
}

/** In US dollars, without the answer, which is the same. */
export interface FixerPrices {
  readonly trunk: number;
  readonly lean: number;
}

/** Per fix: two in five take longer than the trunk stays warm by itself, one in ten longer than after one ping. */
const PINGS = 0.5;

export function fixerPrices(price: Price, { trunk, warm, own, lean, file }: FixerSizes): FixerPrices {
  const { everything, nothing } = REQUESTS.writer;
  const cold = trunk - warm;
  const onTrunk = { read: warm, written: cold + own, requests: everything, output: 0 };
  const without = { read: 0, written: lean + file, requests: nothing, output: 0 };
  // What is cold already is written by the next reviewer instead.
  const kept = (PINGS * warm * price.read + cold * (price.write5m - price.read)) / 1_000_000;
  return {
    trunk: conversationPrice(price, "5m", onTrunk),
    lean: conversationPrice(price, "5m", without) + kept,
  };
}

/** Without a price nothing is left out. */
export function isLean(prices: FixerPrices | undefined): boolean {
  return prices !== undefined && prices.lean < prices.trunk;
}

/** How it is recorded. What made a fresh agent necessary stays the reason; the first one, and a fork, are lean by price. */
export function leanPlan(plan: Plan): Plan {
  const isByPrice = plan.kind === "fresh" && (plan.reason === "first-round" || plan.reason === "fork");
  return isByPrice ? { ...plan, reason: "lean" } : plan;
}
