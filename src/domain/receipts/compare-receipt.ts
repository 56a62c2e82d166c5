// A stored receipt against what was found and run now. It can only take away: without a receipt that agrees in everything,
// a criterion whose tests pass is stale, and one whose tests do not pass is what its tests say.
import { criterionKey } from "../lint/criteria.ts";
import type { ReadReceipts, Receipt } from "./receipt-file.ts";
import { type CriterionResult, nameOf } from "./receipt-state.ts";

export interface Now {
  /** Null when files changed while the tests ran. */
  readonly tree: string | null;
  /** Documents that are not the approved ones, such as `spec.md`. */
  readonly unapproved: readonly string[];
}

export function compareReceipts(
  results: readonly CriterionResult[],
  stored: ReadReceipts,
  now: Now,
): CriterionResult[] {
  const known = new Set(results.map(({ criterion }) => criterionKey(criterion)));
  const receipts = "receipts" in stored ? stored.receipts : [];
  const dropped = receipts.filter(({ criterion }) => !known.has(criterionKey(criterion)));
  return [
    ...results.map((result) => withReceipt(result, stored, now)),
    ...dropped.map(({ criterion }) => ({
      criterion,
      state: "none" as const,
      why: "spec.md no longer has it",
      tests: [],
    })),
  ];
}

function withReceipt(result: CriterionResult, stored: ReadReceipts, now: Now): CriterionResult {
  if (result.state !== "holds") return result;
  const why = disagreement(result, stored, now);
  return why === undefined ? result : { ...result, state: "stale", why: `passes; ${why}` };
}

/** The first thing that does not fit. */
function disagreement(result: CriterionResult, stored: ReadReceipts, now: Now): string | undefined {
  if (now.tree === null) return "files changed while the tests ran";
  if (now.unapproved.length > 0) return `${now.unapproved.join(", ")} was changed since it was approved`;
  if ("problem" in stored) return stored.problem;
  const own = stored.receipts.filter(({ criterion }) => criterion === result.criterion);
  const [receipt] = own;
  if (!receipt) return "it has no receipt";
  if (own.length > 1) return "it has several receipts";
  if (receipt.tree !== now.tree) return "the tree moved since its receipt";
  if (receipt.state !== "holds") return "its receipt does not say that it holds";
  return testsDiffer(result, receipt);
}

function testsDiffer(result: CriterionResult, receipt: Receipt): string | undefined {
  const names = (tests: Receipt["tests"] | CriterionResult["tests"]) => JSON.stringify(tests.map(nameOf));
  if (names(receipt.tests) !== names(result.tests)) return "its receipt names other tests";
  const parts = (tests: Receipt["tests"] | CriterionResult["tests"]) =>
    JSON.stringify(tests.map(({ from, command, exitCode, passed }) => [from, command, exitCode, passed]));
  if (parts(receipt.tests) !== parts(result.tests)) return "its receipt was run in another way";
  return undefined;
}
