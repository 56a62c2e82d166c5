// Money: what was paid, for what, and what is still to come.
import type { FeatureRef, PageHead } from "./common.ts";

export interface MoneyView extends PageHead {
  /** The first day that counts, `2026-11-09`; null for all. */
  readonly since: string | null;
  readonly features: number;
  readonly total: MoneyRow;
  readonly today: number | null;
  readonly by: Readonly<Record<MoneyGrouping, readonly MoneyRow[]>>;
  /** By phase and kind of role. */
  readonly kinds: readonly KindRow[];
  /** Added up from day to day. */
  readonly curve: readonly { readonly day: string; readonly spent: number; readonly fresh: number }[];
  readonly forecasts: readonly ForecastRow[];
  /** To the end of all open features; null when nothing is known. */
  readonly toCome: RangeView | null;
  /** What the budgets of open features still allow. */
  readonly budgetsLeft: number | null;
  readonly pricesAsOf: string;
}

export type MoneyGrouping = "phase" | "role" | "round" | "day" | "feature" | "runtime";

export interface RangeView {
  readonly low: number;
  readonly high: number;
}

/** As `iflow cost --json` has it. */
export interface MoneyRow {
  readonly name: string;
  readonly dispatches: number;
  readonly input: number;
  readonly read: number;
  readonly written: number;
  readonly output: number;
  readonly cost: number | null;
  readonly unpriced: number;
  readonly estimated: boolean;
  /** Share of what was sent that was read from the cache, 0 to 1. */
  readonly cached: number | null;
  readonly freshCost: number | null;
}

export interface KindRow {
  readonly phase: string;
  readonly author: number;
  readonly reviewer: number;
  readonly researcher: number;
  readonly worker: number;
  readonly cost: number;
  readonly freshCost: number;
}

export interface ForecastRow {
  readonly feature: FeatureRef;
  readonly spent: number | null;
  readonly budget: number | null;
  /** Still to come; null when nothing is known. */
  readonly toCome: RangeView | null;
  readonly minutes: RangeView | null;
  /** `features`: from earlier ones of this repository. */
  readonly basis: "features" | "price-table" | null;
}
