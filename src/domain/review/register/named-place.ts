// Whether somebody who insists says where: at a heading, an id, a line, a file, or words that stand in the work. Read from the
// words alone, so the same words about the same work always name the same places.

import { readSections } from "../../text/markdown.ts";
import { namesFile } from "../../text/names-file.ts";
import { idsIn, tokensOf } from "../../text/words/words.ts";
import type { RoleIssue } from "../review-loop.ts";
import { issueLocation } from "./issue-text.ts";

/** What is judged: a document in full, or the files that may be read. */
export type Work = { readonly path: string; readonly text: string } | { readonly files: readonly string[] };

/** What is said now, or the issue itself. */
export function namesPlace(issue: RoleIssue, why: string, work: Work): boolean {
  const location = (issueLocation(issue) ?? "").slice(0, LONGEST);
  return isTitle(location, work) || [location, issue.description, why].some((words) => pointsInto(words, work));
}

/** A hostile reply may be long. */
const LONGEST = 2_000;

function pointsInto(whole: string, work: Work): boolean {
  const words = whole.slice(0, LONGEST).replaceAll(ISSUE_ID, " ");
  if (LINE.test(words)) return true;
  if (!("text" in work)) return work.files.some((file) => namesFile(words, file)) || idsIn(words).some(isPromise);
  const known = new Set(idsIn(work.text));
  return idsIn(words).some((id) => known.has(id)) || namesTitle(words, work.text) || quotes(words, work.text);
}

/** `SR1.2` is what the dispute is about, and no place. */
const ISSUE_ID = /\b[A-Z]+\d+\.\d+\b/g;
/** `spec.md:12`, `line 8`. */
const LINE = /[\w-]\.[a-z]{1,5}:\d+|\blines? \d+/i;

/** `AC-3`, `C1`: what spec and design promise. */
function isPromise(id: string): boolean {
  return /^[A-Z]/.test(id);
}

/** A location is meant as a place: the title of a section is enough. */
function isTitle(location: string, work: Work): boolean {
  const words = plain(location);
  return "text" in work && words !== "" && titlesOf(work.text).includes(words);
}

/** In a sentence, a title of one word is an ordinary word unless it has the marks of a heading. */
function namesTitle(words: string, text: string): boolean {
  const said = ` ${plain(words)} `;
  const marked = [...words.matchAll(/#+ +([^\n]*)/g)].map(([, rest = ""]) => `${plain(rest)} `);
  return titlesOf(text).some(
    (title) =>
      (title.includes(" ") && said.includes(` ${title} `)) || marked.some((rest) => rest.startsWith(`${title} `)),
  );
}

function titlesOf(text: string): string[] {
  return readSections(text)
    .map(({ title }) => plain(title))
    .filter((title) => title !== "");
}

/** Words in quotes or backticks that stand in the text; a single short one stands in every text. */
function quotes(words: string, text: string): boolean {
  const standing = ` ${plain(text)} `;
  return [...words.matchAll(QUOTED)]
    .map(([quoted]) => plain(quoted))
    .some((quoted) => quoted.length >= SHORTEST && standing.includes(` ${quoted} `));
}

const QUOTED = /"[^"\n]+"|`[^`\n]+`|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|(?<!\w)'[^'\n]+'(?!\w)/g;
const SHORTEST = 4;

function plain(text: string): string {
  return tokensOf(text).join(" ");
}
