// How long agents have worked: what ran side by side counts once, and waiting for a person does not count.
import type { LedgerLine } from "./ledger.ts";

/** `at` is when an answer had arrived. */
export function workedTime(lines: readonly Pick<LedgerLine, "at" | "milliseconds">[]): number {
  const spans = lines
    .map(({ at, milliseconds }) => ({ from: Date.parse(at) - milliseconds, to: Date.parse(at) }))
    .filter(({ to }) => !Number.isNaN(to))
    .sort((one, other) => one.from - other.from);
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans) {
    if (to <= until) continue;
    sum += to - Math.max(from, until);
    until = to;
  }
  return sum;
}
