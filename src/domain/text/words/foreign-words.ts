// Makes text written by others safe where text has meaning: in a prompt, in a Markdown file. It becomes one line
// without anything that hides, reverses or ends it. In a prompt it also stands inside a tag it cannot close, and an
// object in it is no longer JSON, so quoting it is not answering with it. Pure; does not decide what is worth showing.
import { oneLine } from "../one-line.ts";

/** Control characters, direction changes, invisible letters, halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

export function plainWords(text: string): string {
  return oneLine(text.replaceAll(UNSEEN, " "));
}

/** Cuts to at most this length, never through the middle of a character. */
export function cutAt(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

const LONGEST = 400;

/** For a line of a prompt. */
export function asData(text: string): string {
  return cutAt(plainWords(text).replaceAll("{", "❴").replaceAll("}", "❵"), LONGEST);
}

/** An author's words stay words: a heading of theirs must not pass for one of ours, such as the person's decisions. */
export function withoutHeadings(text: string): string {
  return text.replaceAll(/^(\s*)(?=#{1,6}\s)/gm, "$1\\");
}

/** Wraps the lines in a tag that none of them can close. */
export function inTag(name: string, text: string): string {
  const bare = text.toLowerCase().replaceAll(/\s/g, "");
  let tag = name;
  while (bare.includes(`</${tag}`)) tag += "-";
  return `<${tag}>\n${text}\n</${tag}>`;
}
