// Whether two issues say the same, by category, place and wording: no agent is asked, so the same verdicts always give the
// same answer.
import type { Issue } from "../../roles/reply-shapes.ts";
import { filesIn, idsIn, sharedWords, similarity, wordsOf } from "../../text/words/words.ts";
import { issueLocation } from "./issue-text.ts";

export interface Worded {
  readonly category: string | undefined;
  readonly words: readonly string[];
  readonly place: readonly string[];
}

export function wordsOfIssue(issue: Issue): Worded {
  const location = (issueLocation(issue) ?? "").slice(0, LONGEST_PLACE);
  const description = issue.description.slice(0, LONGEST);
  return {
    category: issue.category,
    words: wordsOf(description),
    place: [...new Set([...idsIn(`${description} ${location}`), ...filesIn(location), ...wordsOf(location)])],
  };
}

/** More is not needed to tell issues apart, and a hostile reply may be long. */
const LONGEST = 2_000;
const LONGEST_PLACE = 300;

/** Mostly the same words; fewer are enough in the same place or under the same category. */
export function isSameIssue(one: Worded, other: Worded): boolean {
  const enough = Math.min(3, one.words.length, other.words.length);
  if (enough === 0 || sharedWords(one.words, other.words).length < enough) return false;
  const isSamePlace = similarity(one.place, other.place) >= 0.5;
  const isSameCategory = one.category !== undefined && one.category === other.category;
  const needed = ENOUGH_ALIKE - (isSamePlace ? 0.1 : 0) - (isSameCategory ? 0.04 : 0);
  return similarity(one.words, other.words) >= needed;
}

/** Threshold for `similarity`; tuned by reading its results on real histories (bench/learnings.ts). */
const ENOUGH_ALIKE = 0.5;
