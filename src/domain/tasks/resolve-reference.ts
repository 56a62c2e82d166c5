// Finds the section of another document that a task's reference names. No section is better than a wrong one: an item
// of the plan is not the phase with the same number.
import { plainText } from "../documents/artifact-sections.ts";
import type { FindSection } from "../documents/section.ts";
import type { Section } from "../text/markdown.ts";
import type { TaskReference } from "./task-references.ts";

export function resolveReference(find: FindSection, { id, word }: TaskReference): Section | undefined {
  if (id === undefined) return undefined;
  const found = word === undefined ? find(id) : find(`${word} ${id}`, id);
  return found && isOfAnotherSort(plainText(found.title), id, word) ? undefined : found;
}

function isOfAnotherSort(title: string, id: string, word: string | undefined): boolean {
  const isNumber = /^\d+[A-Za-z]?$/.test(id);
  const sort = /^(phase|stage|step|task|item|group|bundle|component|interface)s?\s/i.exec(title)?.[1]?.toLowerCase();
  return isNumber && word !== undefined && sort !== undefined && sort !== word;
}
