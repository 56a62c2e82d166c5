// The part of a matrix of moments or of a table that this run plays; see matrix.ts.
import { inject } from "vitest";
import { type Matrix, partOf } from "./matrix.ts";

declare module "vitest" {
  interface ProvidedContext {
    matrix: Matrix;
  }
}

/** One in twelve, or in as many as the second argument says. */
export function sampled<T>(items: readonly T[], oneIn?: number): T[] {
  return partOf(items, inject("matrix"), oneIn);
}
