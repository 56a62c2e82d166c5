// Do recorded requests keep to what a cache can use? Each function returns the violations in words; none is the good
// answer. Marks are left out of the comparison: they move with every turn and break nothing.
import type { RequestRecord } from "./request-record.ts";

/**
 * Every request's prompt is a prefix of the next one's in the same thread. Prefills end in a placeholder and requests
 * that failed are sent again, so neither is held against the thread: only what was read counts.
 */
export function threadViolations(records: readonly RequestRecord[]): string[] {
  const last = new Map<string, RequestRecord>();
  return records.flatMap((record) => {
    if (record.thread === undefined || record.prefill || record.usage === undefined) return [];
    const before = last.get(record.thread);
    last.set(record.thread, record);
    if (before === undefined) return [];
    const difference = promptDifference(before, record, before.blocks.length);
    return difference ? [`thread ${record.thread}: request ${record.n} after ${before.n}: ${difference}`] : [];
  });
}

/** All requests begin with the same blocks, as many as the trunk has. */
export function siblingViolations(records: readonly RequestRecord[], trunkBlocks: number): string[] {
  const [first, ...others] = records;
  if (first === undefined) return [];
  return others.flatMap((record) => {
    const difference = promptDifference(first, record, trunkBlocks);
    return difference ? [`request ${record.n} beside ${first.n}: ${difference}`] : [];
  });
}

/** How many blocks the prefix at a request's nth mark has, counted from 0: the length of its trunk. */
export const blocksToMark = ({ marks }: RequestRecord, nth: number): number => (marks[nth]?.place ?? -1) + 1;

/** The first difference in what the cache reads of both up to a block, in words. */
function promptDifference(one: RequestRecord, other: RequestRecord, blocks: number): string | undefined {
  if (one.model !== other.model) return `model ${other.model} instead of ${one.model}`;
  for (let place = 0; place < blocks; place += 1) {
    const here = one.blocks[place];
    const there = other.blocks[place];
    if (here === undefined && there === undefined) return `neither has a block ${place}`;
    if (here === undefined || there === undefined) return `block ${place}, ${(here ?? there)?.label}, only in one`;
    if (here.hash !== there.hash) return `block ${place} is ${there.label} instead of ${here.label}`;
    if (here.part === "messages" && one.settings !== other.settings) {
      return `settings ${other.settings} instead of ${one.settings}`;
    }
  }
  return undefined;
}
