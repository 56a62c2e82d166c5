// Every issue of a feature as the history last knew it, in the order they were raised.
import type { HistoryEntry, RegisteredText } from "./parse-review-history.ts";

export interface KnownIssue extends RegisteredText {
  /** Ids are unique within it. */
  readonly phase: string | null;
  /** Its text when it was raised: without what was answered or decided later. */
  readonly raised: string;
}

export function issuesOfHistory(entries: readonly HistoryEntry[]): KnownIssue[] {
  const known: KnownIssue[] = [];
  for (const entry of entries) {
    if (isAcceptedByPerson(entry)) settle(known, entry.phase);
    for (const issue of entry.register) note(known, { phase: entry.phase, raised: raisedText(issue), ...issue });
  }
  return known;
}

/**
 * A later run of a phase counts from the beginning: an id that had ended and is open again, in other words, is another
 * issue. In the same words its reviewer has opened it again.
 */
function note(known: KnownIssue[], issue: KnownIssue): void {
  const at = known.findLastIndex(({ phase, id }) => phase === issue.phase && id === issue.id);
  const before = known[at];
  const isOther = before && before.end !== "open" && issue.end === "open" && !isInWordsOf(before, issue);
  if (!before || isOther) known.push(issue);
  else known[at] = { ...issue, raised: before.raised };
}

/** Its first words, or those it took later. */
function isInWordsOf(before: KnownIssue, { text }: RegisteredText): boolean {
  return [before.raised, raisedText(before)].some((words) => text.startsWith(words));
}

function isAcceptedByPerson({ loop, decision, decidedBy }: HistoryEntry): boolean {
  return loop === "cap" && decidedBy === "the person" && /^accepted/i.test(decision ?? "");
}

function settle(known: KnownIssue[], phase: string | null): void {
  for (const [at, issue] of known.entries())
    if (issue.phase === phase && issue.end === "open") known[at] = { ...issue, end: "ruled" };
}

/** An entry is written again once its issues are answered or ruled, so that may stand there from the beginning. */
function raisedText({ end, text }: RegisteredText): string {
  const said = / → (?:fixed|not changed):| \[(?:to be fixed, by|dropped by|decided otherwise by) the /;
  const [raised = text] = text.split(said);
  return end === "noted" ? raised.replace(/ \([^()]*\)$/, "") : raised; // a note may have its reason at once
}
