// The part of the SDK's stream that we read. Versions add messages and fields, so anything unknown is skipped and only
// what the outcome depends on is required.
import * as z from "zod";
import type { Usage } from "../../../domain/billing/usage.ts";

const UsageShape = z.looseObject({
  input_tokens: z.number().default(0),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  /** The same, by how long it is kept; older clients do not report it. */
  cache_creation: z.looseObject({ ephemeral_1h_input_tokens: z.number().nullish() }).nullish().catch(undefined),
  output_tokens: z.number().default(0),
});
type ClaudeUsage = z.infer<typeof UsageShape>;

const ResultShape = z.looseObject({
  type: z.literal("result"),
  /** `success` says little: an API error is a success with `is_error`. */
  subtype: z.string(),
  is_error: z.boolean(),
  session_id: z.string(),
  result: z.string().optional(),
  errors: z.array(z.string()).optional(),
  api_error_status: z.number().nullish(),
  /** Of the last answer. */
  stop_reason: z.string().nullish().catch(undefined),
  /** Missing when the model never used the tool for it, however often it was told to. */
  structured_output: z.unknown().optional(),
  /** For this turn alone; the cost next to it is for the whole session. */
  usage: UsageShape.optional(),
});
export type ResultMessage = z.infer<typeof ResultShape>;

const Block = z.union([
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()).catch({}),
  }),
  z.looseObject({ type: z.literal("tool_result"), tool_use_id: z.string() }),
]);
type ClaudeBlock = z.infer<typeof Block>;

const TurnShape = z.looseObject({
  type: z.enum(["assistant", "user"]),
  message: z.looseObject({ content: z.array(z.unknown()) }),
});

const RequestShape = z.looseObject({
  type: z.literal("assistant"),
  message: z.looseObject({ id: z.string(), usage: UsageShape }),
});

const LimitShape = z.looseObject({
  type: z.literal("rate_limit_event"),
  rate_limit_info: z.looseObject({ status: z.string(), resetsAt: z.number().optional() }),
});

const HookShape = z.looseObject({
  tool_name: z.string(),
  tool_input: z.record(z.string(), z.unknown()).catch({}),
  tool_use_id: z.string(),
});
type AskedCall = z.infer<typeof HookShape>;

export function readResult(message: unknown): ResultMessage | undefined {
  const read = ResultShape.safeParse(message);
  return read.success ? read.data : undefined;
}

/** Which side sent the message, and those of its blocks that we use. */
export function readBlocks(message: unknown): { readonly side?: "assistant" | "user"; readonly blocks: ClaudeBlock[] } {
  const turn = TurnShape.safeParse(message);
  if (!turn.success) return { blocks: [] };
  const blocks = turn.data.message.content.flatMap((content) => {
    const block = Block.safeParse(content);
    return block.success ? [block.data] : [];
  });
  return { side: turn.data.type, blocks };
}

export interface UsedRequest {
  readonly request: string;
  readonly usage: Usage;
}

/** What one request to the model has used so far. Each of its messages, one per block, repeats it. */
export function readUsed(message: unknown): UsedRequest | undefined {
  const { data } = RequestShape.safeParse(message);
  return data && { request: data.message.id, usage: toUsage(data.message.usage) };
}

export function toUsage(usage: ClaudeUsage): Usage {
  const cacheWrite1h = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    input: usage.input_tokens,
    cacheRead: usage.cache_read_input_tokens ?? 0,
    cacheWrite: usage.cache_creation_input_tokens ?? 0,
    ...(cacheWrite1h > 0 && { cacheWrite1h }),
    output: usage.output_tokens,
    estimated: false,
  };
}

/** When the limit that has turned the client away is lifted, as ISO 8601. */
export function readReset(message: unknown): string | undefined {
  const { data } = LimitShape.safeParse(message);
  const { status, resetsAt } = data?.rate_limit_info ?? {};
  const time = new Date(status === "rejected" && resetsAt !== undefined ? resetsAt * 1000 : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString(); // no calendar has a time that is too far
}

/** Throws on an unknown shape: a question that is not understood must not be answered with yes. */
export const readHook = (input: unknown): AskedCall => HookShape.parse(input);
