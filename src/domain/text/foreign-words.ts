// Words of others, made safe for a place where words mean something: a prompt, a Markdown file. They become one line without
// anything that hides, turns or ends it; in a prompt they also stand inside a tag they cannot close, and an object in them is
// no longer JSON, so that whoever quotes them has not answered with them. Pure; nothing here decides what is worth showing.
import { oneLine } from "./one-line.ts";

// Words of others, made safe for a place where words mean something: a prompt, a Markdown file. They become one line without
// anything that hides, turns or ends it; in a prompt they also stand inside a tag they cannot close, and an object in them is
// no longer JSON, so that whoever quotes them has not answered with them. Pure; nothing here decides what is worth showing.
/** Control characters, turned directions, letters nobody sees, halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

export function plainWords(text: string): string {
  return oneLine(text.replaceAll(UNSEEN, " "));
}

/** At most so long, never through the middle of a character. */
export function cutAt(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

const LONGEST = 400;

/** For a line of a prompt. */
export function asData(text: string): string {
  return cutAt(plainWords(text).replaceAll("{", "❴").replaceAll("}", "❵"), LONGEST);
}

/** Lines between the marks of a tag that none of them can end. */
export function inTag(name: string, text: string): string {
  const bare = text.toLowerCase().replaceAll(/\s/g, "");
  let tag = name;
  while (bare.includes(`</${tag}`)) tag += "-";
  return `<${tag}>\n${text}\n</${tag}>`;
}
