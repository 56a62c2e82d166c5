// The line of a document that an issue is about: `spec.md:12`, `line 12`, a heading, an id, or words in quotes that stand there.
import { readMarkdown } from "../../../../domain/text/markdown.ts";

const LONGEST = 500;

/** For many issues the document is read once. */
export function lineFinder(text: string, name: string): (where: string | null) => number | null {
  const lines = text.split("\n");
  const { sections } = readMarkdown(text);
  return (where) => {
    const words = (where ?? "").slice(0, LONGEST).trim();
    const file = /([\w./-]+\.[a-z]{1,5})(?=[:\s]|$)/.exec(words)?.[1];
    if (words === "" || (file !== undefined && !`/${file}`.endsWith(`/${name}`))) return null;
    const number = Number(/(?::|\blines? )(\d+)/.exec(words)?.[1] ?? 0);
    if (number > 0 && number <= lines.length) return number;
    const title = plain(words.replace(file ?? "", ""));
    const section =
      sections.find((one) => plain(one.title) === title) ?? sections.find((one) => isNamed(title, one.title));
    if (section) return section.line;
    const id = /\b[A-Z]{1,4}-?\d+(?:\.\d+)?\b/.exec(words)?.[0];
    const at = id === undefined ? -1 : lines.findIndex((line) => line.includes(id));
    return at === -1 ? null : at + 1;
  };
}

function isNamed(words: string, title: string): boolean {
  const name = plain(title);
  return name.length >= 4 && (words.includes(name) || (words.length >= 4 && name.startsWith(words)));
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
