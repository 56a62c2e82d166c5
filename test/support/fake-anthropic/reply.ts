// What the fake answers, as data. A reply is a list of content blocks, or a fault in place of them or in the middle.
import type { MessagesRequest } from "./request.ts";

export interface Reply {
  readonly blocks: readonly ReplyBlock[];
  /** Follows from the blocks when it is not given. */
  readonly stopReason?: string;
  /** Derived from the lengths when it is not given. */
  readonly usage?: Partial<ReplyUsage>;
  /** Silence before the first byte. */
  readonly delayMs?: number;
  /** The same, until this is settled. */
  readonly after?: Promise<unknown>;
  readonly fault?: Fault;
}

export type ReplyBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "tool_use"; readonly name: string; readonly input: object };

export interface ReplyUsage {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly output_tokens: number;
}

export type Fault =
  /** An error body in place of the message. */
  | { readonly kind: "error"; readonly status: number; readonly message?: string; readonly retryAfter?: number }
  /** The blocks come, then an `error` event instead of the end. */
  | { readonly kind: "overloaded" }
  /** The blocks come, then the connection is gone. */
  | { readonly kind: "cut" }
  /** The blocks come, then nothing more, for ever. */
  | { readonly kind: "hang" };

export type ReplySource = Reply | ((request: MessagesRequest) => Reply);

export const reply = (...blocks: readonly ReplyBlock[]): Reply => ({ blocks });
export const says = (words: string): Reply => reply(text(words));
export const calls = (name: string, input: object): Reply => reply(tool(name, input));
/** Answers through the tool a client adds when it was given an output schema. */
export const submits = (value: object): Reply => calls("StructuredOutput", value);
export const fails = (status: number, more: { message?: string; retryAfter?: number } = {}): Reply => ({
  blocks: [],
  fault: { kind: "error", status, ...more },
});
export const hangs = (...blocks: readonly ReplyBlock[]): Reply => ({ blocks, fault: { kind: "hang" } });

export const text = (words: string): ReplyBlock => ({ type: "text", text: words });
export const thinking = (words: string): ReplyBlock => ({ type: "thinking", thinking: words, signature: "c2lnbmVk" });
export const tool = (name: string, input: object): ReplyBlock => ({ type: "tool_use", name, input });
