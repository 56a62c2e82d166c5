// What a run has already sent to any agent: each paragraph of a prompt counts once, and so do the files agents are told
// to read. A perfect cache would read all of it, so any part of it paid as new was paid for twice.
import { tokensOf } from "../billing/usage.ts";
import { sha256 } from "../text/sha256.ts";

export interface SentContent {
  /** Hashes of paragraphs. */
  readonly passages: ReadonlySet<string>;
  /** Characters of files. Every role reads the first few of one list, so the longest read contains all others. */
  readonly required: number;
}

export const NOTHING_SENT: SentContent = { passages: new Set(), required: 0 };

export interface Content {
  readonly text: string;
  /** Characters of the files it makes an agent read. */
  readonly required: number;
}

/** In tokens. */
export function sentTokens({ passages, required }: SentContent, content: Content): number {
  const known = passagesOf(content.text).filter((passage) => passages.has(hashOf(passage)));
  const chars = known.reduce((sum, { length }) => sum + length, 0);
  return tokensOf(chars + Math.min(required, content.required));
}

export function withContent(sent: SentContent, content: Content): SentContent {
  return {
    passages: new Set([...sent.passages, ...passagesOf(content.text).map(hashOf)]),
    required: Math.max(sent.required, content.required),
  };
}

function passagesOf(text: string): string[] {
  return text.split(/(?<=\n\n)/);
}

function hashOf(passage: string): string {
  return sha256(passage.trim());
}
