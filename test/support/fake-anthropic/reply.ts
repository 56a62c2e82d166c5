// What the fake answers, as data. A reply is a list of content blocks, or a fault in place of them or in the middle.
import type { MessagesRequest } from "./request.ts";
import type { ServerBlock, ServerToolUse } from "./server-tools.ts";

export interface Reply {
  readonly blocks: readonly ReplyBlock[];
  /** Follows from the blocks when it is not given. */
  readonly stopReason?: string;
  /** The one that was met, for the stop reason of the same name. */
  readonly stopSequence?: string;
  /** Counted by the cache books when it is not given; believed as it stands when it is. */
  readonly usage?: Partial<ReplyUsage>;
  /** Silence before the first byte. */
  readonly delayMs?: number;
  /** The same, until this is settled. */
  readonly after?: Promise<unknown>;
  /** The stream is open, but the first token does not come until this is settled. */
  readonly firstToken?: Promise<unknown>;
  readonly fault?: Fault;
}

/** `json`: the input as the model writes it, where no printer would write it so. */
export type ReplyBlock =
  | { readonly type: "text"; readonly text: string; readonly citations?: readonly object[] }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "tool_use"; readonly name: string; readonly input: object; readonly json?: string }
  | ServerBlock;

export type ReplyUsage = Usage;

export interface InputUsage {
  /** What was neither read from the cache nor written to it. */
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_creation: {
    readonly ephemeral_5m_input_tokens: number;
    readonly ephemeral_1h_input_tokens: number;
  };
}

/** The provider's own tools are counted from the blocks. */
export interface Usage extends InputUsage, ServerToolUse {
  readonly output_tokens: number;
}

export type Fault =
  /** An error body in place of the message. */
  | { readonly kind: "error"; readonly status: number; readonly message?: string; readonly retryAfter?: number }
  /** The blocks come, then an `error` event instead of the end. */
  | { readonly kind: "overloaded"; readonly events?: number; readonly message?: string }
  /** The blocks come, then the connection is gone. */
  | { readonly kind: "cut"; readonly events?: number }
  /** The blocks come, then nothing more, for ever. `events` is for all three: only so many of the stream's events come. */
  | { readonly kind: "hang"; readonly events?: number };

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

/** Holds a first token back until a test opens it. */
export function closedGate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
