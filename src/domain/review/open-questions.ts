// What the author of a PRD leaves to the person: the items of its section "Open Questions", as far as they ask something.
import { readSections } from "../text/markdown.ts";
import { oneLine } from "../text/one-line.ts";

/** More would be a questionnaire again; the rest stays in the document. */
const MOST = 3;
const LONGEST = 300;

export function openQuestions(text: string): string[] {
  const section = readSections(text).find(({ title }) => /^(?:\d+\.?\s+)?open questions$/i.test(title.trim()));
  const items = (section?.body ?? "").split(/^(?:[-*+]|\d+[.)])[ \t]+/m).slice(1);
  const asked = items.map((item) => oneLine(item.split(/\n\s*\n/)[0] ?? "")).filter((item) => item.includes("?"));
  return asked.slice(0, MOST).map((item) => (item.length <= LONGEST ? item : `${item.slice(0, LONGEST - 1)}…`));
}
