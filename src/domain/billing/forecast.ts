// What a feature is expected to cost and take, before anything is paid: from the repository's own earlier features where
// there are similar ones, else from the price table and the usual shape of a feature. It says which.
import { FEATURE_SHAPE, LIGHT_SHAPE } from "./feature-shape.ts";
import { type FeatureLines, type Plan, similarFeatures } from "./past-features.ts";
import type { Price } from "./usage.ts";

export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface Forecast {
  /** US dollars; null when the price is unknown. */
  readonly dollars: Range | null;
  readonly minutes: Range;
  readonly basis: "features" | "price-table";
  /** How many earlier features it is from. */
  readonly features: number;
}

/** `price` is undefined for a model that has none: then only earlier bills can say what it costs. */
export function forecast(plan: Plan, earlier: readonly FeatureLines[], price: Price | undefined): Forecast {
  const similar = similarFeatures(plan, earlier);
  if (similar.length === 0) return fromPriceTable(plan, price);
  const costs = similar.flatMap(({ cost }) => cost ?? []);
  return {
    dollars: costs.length === 0 ? null : rangeOf(costs),
    minutes: rangeOf(similar.map(({ minutes }) => minutes)),
    basis: "features",
    features: similar.length,
  };
}

/** The middle half, but never narrower than a guess from few features deserves. */
function rangeOf(values: readonly number[]): Range {
  const sorted = [...values].sort((one, other) => one - other);
  const median = quantile(sorted, 0.5);
  return {
    low: Math.min(quantile(sorted, 0.25), median * 0.75),
    high: Math.max(quantile(sorted, 0.75), median * 1.5),
  };
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}

function fromPriceTable({ phases, isLight = false }: Plan, price: Price | undefined): Forecast {
  const table = isLight ? LIGHT_SHAPE : FEATURE_SHAPE;
  const shapes = phases.flatMap((phase) => table[phase] ?? []);
  const sum = (ofOne: (shape: (typeof shapes)[number]) => number): Range => ({
    low: shapes.reduce((total, shape) => total + shape.fewest * ofOne(shape), 0),
    high: shapes.reduce((total, shape) => total + shape.most * ofOne(shape), 0),
  });
  return {
    dollars: price
      ? sum(({ written, read, output }) => {
          return (written * price.write5m + read * price.read + output * price.output) / 1_000_000;
        })
      : null,
    minutes: sum(({ minutes }) => minutes),
    basis: "price-table",
    features: 0,
  };
}
