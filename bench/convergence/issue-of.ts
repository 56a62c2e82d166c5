// A line of a review history as the issue it was, so that our own rules about issues can be asked about it.
import type { HistoryIssueText } from "../../src/domain/review/history/parse-review-history.ts";
import type { RoleIssue } from "../../src/domain/review/review-loop.ts";

export function issueOf({ severity, text: whole }: HistoryIssueText): RoleIssue | undefined {
  if (severity !== "blocker" && severity !== "warning" && severity !== "suggestion") return undefined;
  const text = whole.slice(0, LONGEST);
  const [, category, rest = text] = /^\[([^\]]+)\]\s*(.*)$/s.exec(text) ?? [];
  const [line = "", ...others] = rest.split("\n");
  const [said = "", inline] = line.replace(/^[\w-]+-reviewer:\s*/, "").split(/\s+(?:->|→)\s+/);
  const first = said.trim();
  const location = /\(at: (.*)\)\s*$/.exec(first)?.[1];
  const suggestion = /Suggestion: (.*)/s.exec(others.join("\n"))?.[1] ?? inline;
  return {
    severity,
    description: first.replace(/\s*\(at: .*\)\s*$/, ""),
    reviewer: "",
    ...(category !== undefined && { category }),
    ...(location !== undefined && { location }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** More is not needed to tell issues apart, and the patterns above are slow on a line without an end. */
const LONGEST = 4_000;
