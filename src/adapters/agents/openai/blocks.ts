// What an answer of OpenAI's becomes in a session. Texts and calls are blocks as everywhere; what only this provider
// understands (its items with their ids, its encrypted reasoning) rides along and is sent back as it came.
import * as z from "zod";
import { type ContentBlock, parseInput } from "../tool-loop/request/messages.ts";

const CallSchema = z.looseObject({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  /** The input as the model wrote it. */
  arguments: z.string().optional(),
  item: z.looseObject({ type: z.string() }).optional(),
  /** What the server has put beside it and wants to see again. */
  extra: z.unknown().optional(),
});
export type CallBlock = z.infer<typeof CallSchema>;

/** `item`: the provider's own, for an API that wants it again; `extra` is what comes beside a call. */
export function callBlock(
  call: { readonly id: string; readonly name: string; readonly arguments: string },
  item?: { readonly type: string },
  extra?: unknown,
): ContentBlock {
  const { id, name } = call;
  const input = parseInput(call.arguments.trim() === "" ? "{}" : call.arguments);
  const kept = { ...(item && { item }), ...(extra !== undefined && { extra }) };
  return { type: "tool_use", id, name, input, arguments: call.arguments, ...kept };
}

export function asCall(block: ContentBlock): CallBlock | undefined {
  return CallSchema.safeParse(block).data;
}

/** What the model wrote, or what it amounts to in a session of another provider. */
export function argumentsOf(call: CallBlock): string {
  return call.arguments ?? JSON.stringify(call.input ?? {});
}

const ResultSchema = z.looseObject({ type: z.literal("tool_result"), tool_use_id: z.string(), content: z.string() });

export function asResult(block: ContentBlock): z.infer<typeof ResultSchema> | undefined {
  return ResultSchema.safeParse(block).data;
}

/** An answer of thoughts alone is empty, and so is a text of spaces. */
export function isEmpty(blocks: readonly ContentBlock[]): boolean {
  return !blocks.some(
    ({ type, text }) => type === "tool_use" || (type === "text" && typeof text === "string" && text.trim() !== ""),
  );
}
