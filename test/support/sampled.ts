// The part of a matrix of moments that this run plays; see matrix.ts.
import { inject } from "vitest";
import { type Matrix, partOf } from "./matrix.ts";

declare module "vitest" {
  interface ProvidedContext {
    matrix: Matrix;
  }
}

export function sampled<T>(items: readonly T[]): T[] {
  return partOf(items, inject("matrix"));
}
