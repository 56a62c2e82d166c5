// The part of a matrix of moments that is played in this run; see matrix.ts.
import { inject } from "vitest";
import { type Matrix, ONE_IN } from "./matrix.ts";

declare module "vitest" {
  interface ProvidedContext {
    matrix: Matrix;
  }
}

/** At least one; twelve seeds in a row play them all. */
export function sampled<T>(items: readonly T[]): T[] {
  const { seed, all } = inject("matrix");
  if (all) return [...items];
  const blocks = Math.max(1, Math.ceil(items.length / ONE_IN));
  return Array.from({ length: blocks }, (_, block) => {
    const size = Math.min(ONE_IN, items.length);
    // a step on in every block, so that one seed does not always take the same kind of moment
    const index = block * ONE_IN + ((seed + block) % size);
    return items.slice(index, index + 1);
  }).flat();
}
