// The register of a feature as the page shows it, from the history that the engine has written: who raised each issue, in which
// round and where, what the author answered, and in which round it ended.
import type { KnownIssue } from "../../../../domain/review/history/issues-of-history.ts";
import type { HistoryEntry } from "../../../../domain/review/history/parse-review-history.ts";
import { ROLES } from "../../../../domain/roles/role.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import type { IssueView } from "../model/common.ts";

export function issueViews(issues: readonly KnownIssue[], entries: readonly HistoryEntry[]): IssueView[] {
  const places = placesIn(entries);
  const ends = endsIn(entries);
  return issues.map((issue) => {
    const { id, phase, severity, text, raised, end } = issue;
    const round = Number(/(\d+)\.\d+$/.exec(id)?.[1] ?? Number.NaN);
    return {
      ...{ id, phase, text: raised, severity: severityOf(severity), reviewer: raisedBy(id) },
      where: places.get(`${phase} ${raised}`) ?? null,
      round: Number.isNaN(round) ? null : round,
      endRound: end === "open" ? null : (ends.get(`${phase} ${id}`) ?? null),
      ...answerIn(text),
      end: endOf(end),
    };
  });
}

/** `… → not changed: one process (two are named in README.md) [insisted 2 times]`, as register-text.ts prints it. */
function answerIn(text: string): Pick<IssueView, "answer" | "insists"> {
  const said = / → ((?:fixed|not changed): .*)$/s.exec(text)?.[1];
  if (said === undefined) return { answer: null, insists: null };
  const [, answer = said, why] = /^(.*?)(?: \((.*)\))? \[insisted /s.exec(said) ?? [];
  return { answer, insists: why ?? null };
}

const SOURCES: Readonly<Record<string, string>> = { ENG: "the engine", YOU: "you", TEST: "test-deepener" };

/** `SR1.2` is the spec-reviewer's. */
function raisedBy(id: string): string | null {
  const short = /^[A-Z]+/.exec(id)?.[0] ?? "";
  return SOURCES[short] ?? ROLES.find((role) => role.short === short && short !== "")?.id ?? null;
}

/** A round with several reviewers says whose it is. */
const ROLE_WORDS = new Set(ROLES.map(({ id }) => `${id}: `));

/** `[category] words (at: place)`, as the round wrote them. */
function placesIn(entries: readonly HistoryEntry[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const { phase, issues } of entries) {
    for (const { text } of issues) {
      const [first = ""] = text.split(/\n\s*Suggestion:/);
      const [, words = "", place] = /^(?:\[[^\]]*\] )?(.*) \(at: (.*)\)$/s.exec(first.trim()) ?? [];
      const plain = oneLine(words).replace(/^[a-z-]+: /, (who) => (ROLE_WORDS.has(who) ? "" : who));
      if (place !== undefined) places.set(`${phase} ${plain}`, oneLine(place).replace(/^#+\s*/, ""));
    }
  }
  return places;
}

/** The round whose entry was the first to say that it is over. */
function endsIn(entries: readonly HistoryEntry[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const { phase, iteration, register } of entries) {
    for (const { id, end } of register) {
      const key = `${phase} ${id}`;
      if (end === "open") ends.delete(key);
      else if (!ends.has(key) && iteration !== null) ends.set(key, iteration);
    }
  }
  return ends;
}

function severityOf(text: string): IssueView["severity"] {
  return text === "blocker" || text === "suggestion" ? text : "warning";
}

function endOf(text: string): IssueView["end"] {
  return text === "resolved" || text === "withdrawn" || text === "ruled" || text === "noted" ? text : "open";
}
