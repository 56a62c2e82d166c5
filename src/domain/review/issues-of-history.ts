// Every issue of a feature as the history last knew it, in the order they were raised.
import type { HistoryEntry, RegisteredText } from "./parse-review-history.ts";

export interface KnownIssue extends RegisteredText {
  /** Ids are unique within it. */
  readonly phase: string | null;
}

export function issuesOfHistory(entries: readonly HistoryEntry[]): KnownIssue[] {
  const known = new Map<string, KnownIssue>();
  for (const { phase, register } of entries) {
    for (const issue of register) known.set(`${phase} ${issue.id}`, { phase, ...issue });
  }
  return [...known.values()];
}
