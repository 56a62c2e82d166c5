// What is kept of a request for checks and sums: hashes instead of texts, so that a long run stays small, and enough
// of each block's beginning to name it in a sentence.
import { createHash } from "node:crypto";
import type { CacheMark } from "./cache-marks.ts";
import type { RenderedBlock, RenderedPrompt } from "./rendered-prompt.ts";
import type { Usage } from "./reply.ts";

export interface RequestRecord {
  /** 1 for the first request of a server. */
  readonly n: number;
  /** When it started, on the server's clock. */
  readonly at: number;
  readonly model: string;
  readonly thread: string | undefined;
  readonly prefill: boolean;
  /** Tool choice, thinking, effort: what the messages part of a cache depends on. */
  readonly settings: string;
  readonly blocks: readonly RecordedBlock[];
  readonly marks: readonly CacheMark[];
  /** Undefined for a request that was refused or failed before it was read. */
  usage: Usage | undefined;
}

export interface RecordedBlock {
  readonly part: RenderedBlock["part"];
  readonly label: string;
  /** Of the bytes that are compared, without marks. */
  readonly hash: string;
  readonly tokens: number;
  /** Of what the model reads, paragraph by paragraph; the same text under another tool call's id has the same. */
  readonly content: readonly Passage[];
}

export interface Passage {
  readonly hash: string;
  readonly tokens: number;
}

export function recordRequest(
  prompt: RenderedPrompt,
  facts: Pick<RequestRecord, "n" | "at" | "thread" | "prefill" | "marks">,
): RequestRecord {
  const { model, settings } = prompt;
  return { ...facts, model, settings, blocks: prompt.blocks.map(recordBlock), usage: undefined };
}

function recordBlock({ part, kind, print, text, tokens }: RenderedBlock): RecordedBlock {
  const role = print.slice(0, print.indexOf(" "));
  const name = role === kind ? kind : `${role} ${kind}`;
  const label = `${name} ${JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)}`;
  return { part, label, hash: hash(print), tokens, content: passagesOf(text, tokens) };
}

/** Each with its share of the block's tokens. */
function passagesOf(text: string, tokens: number): Passage[] {
  return text
    .split(/(?<=\n\n)/)
    .map((one) => ({ hash: hash(one.trim()), tokens: (tokens * one.length) / text.length }));
}

const hash = (text: string): string => createHash("sha256").update(text).digest("base64url");
