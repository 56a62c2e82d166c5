// Prompts of known size for the tests of the cache books, and requests sent through books without a server.
import { type Booking, type CacheRules, createCacheBooks } from "./cache-books.ts";
import { placeMarks } from "./cache-marks.ts";
import { renderPrompt } from "./rendered-prompt.ts";
import type { CacheControl, ContentBlock, RequestBody } from "./request.ts";
import { type RequestRecord, recordRequest } from "./request-record.ts";

export const FIVE: CacheControl = { type: "ephemeral" };
export const HOUR: CacheControl = { type: "ephemeral", ttl: "1h" };
export const MINUTE = 60_000;

/** A text block of exactly so many tokens. */
export function words(name: string, tokens: number, mark?: CacheControl): ContentBlock {
  return { type: "text", text: name.padEnd(tokens * 4, "."), ...(mark && { cache_control: mark }) };
}

/** The same block without and with a mark. */
export const marked = (block: ContentBlock, mark = FIVE): ContentBlock => ({ ...block, cache_control: mark });

export function asks(...content: readonly ContentBlock[]): RequestBody {
  return { model: "claude-opus-5", messages: [{ role: "user", content }] };
}

/** Tokens of one request: plain, written for 5 minutes, written for an hour, read. */
export interface Bill {
  readonly plain: number;
  readonly five: number;
  readonly hour: number;
  readonly read: number;
}

export function openDesk(rules: CacheRules = {}) {
  const books = createCacheBooks(rules);
  const records: RequestRecord[] = [];
  /** Starts a request; nobody can read what it writes before its first token. */
  const start = (body: RequestBody, at = 0, thread?: string): Booking & { readonly bill: Bill } => {
    const prompt = renderPrompt(body);
    const placed = placeMarks(prompt, body.cache_control);
    if ("refusal" in placed) throw new Error(placed.refusal);
    const booking = books.begin(prompt, placed.marks, at);
    const facts = { n: records.length + 1, at, thread, prefill: body.max_tokens === 0, marks: placed.marks };
    records.push({ ...recordRequest(prompt, facts), usage: { ...booking.usage, output_tokens: 1 } });
    const { input_tokens, cache_creation, cache_read_input_tokens } = booking.usage;
    const bill = {
      plain: input_tokens,
      five: cache_creation.ephemeral_5m_input_tokens,
      hour: cache_creation.ephemeral_1h_input_tokens,
      read: cache_read_input_tokens,
    };
    return { ...booking, bill };
  };
  /** The whole request, up to its answer. */
  const send = (body: RequestBody, at = 0, thread?: string): Bill => {
    const { bill, firstToken } = start(body, at, thread);
    firstToken();
    return bill;
  };
  return { start, send, records };
}
