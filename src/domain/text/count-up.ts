// The whole numbers from one up to another, which is left out.

export function countUp(from: number, below: number): number[] {
  return Array.from({ length: Math.max(0, below - from) }, (_, index) => from + index);
}
