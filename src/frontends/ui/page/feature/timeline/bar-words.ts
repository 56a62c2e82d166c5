import type { Bar } from "../../../view/model/feature.ts";
import { countWords, fineMoneyWords } from "../../logic/number-words.ts";
import { kindWords, verdictOf } from "../../logic/state-words.ts";
import { busyWords } from "../../logic/time-words.ts";

/** A bar in words, for those who point at it and for those who listen. */
export function barWords(bar: Bar): string {
  const { about, activity, round, kind, verdict, status, begin, end, cost } = bar;
  const parts = [
    about ?? activity,
    round > 0 && `round ${round}`,
    kindWords(kind),
    end !== null && busyWords(Date.parse(end) - Date.parse(begin)),
    verdict ? verdictOf(kind, verdict).word : status === "completed" ? null : status,
    issueWords(bar),
    cost !== null && fineMoneyWords(cost),
  ];
  return parts.filter(Boolean).join(", ");
}

/** `1 blocker, 2 warnings`; empty where none was raised. */
export function issueWords({ blockers, warnings, suggestions }: Bar): string {
  const counts = [
    blockers > 0 && countWords(blockers, "blocker"),
    warnings > 0 && countWords(warnings, "warning"),
    suggestions > 0 && countWords(suggestions, "suggestion"),
  ];
  return counts.filter(Boolean).join(", ");
}
