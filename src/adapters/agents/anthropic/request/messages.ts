// A conversation as the Messages API knows it. Blocks stay as they came, whatever fields they have: what is sent again must
// be what was sent before. Texts are written once and cleaned once, on their way in.
import { toUSVString } from "node:util";
import * as z from "zod";
import type { Block, Prompt } from "../../../../domain/prompts/prompt.ts";

const BlockSchema = z.looseObject({ type: z.string() });
export type ContentBlock = z.infer<typeof BlockSchema>;

export const MessageSchema = z.strictObject({
  role: z.enum(["user", "assistant"]),
  content: z.array(BlockSchema).min(1),
});
export type Message = z.infer<typeof MessageSchema>;

export const BlocksSchema = z.array(BlockSchema);

/**
 * A prompt that others share the beginning of: one content block for each of its blocks, written by nothing but its own
 * text. One without marks shares nothing and goes as it is printed.
 */
export function promptContent({ blocks, text }: Prompt, clean: (text: string) => string): ContentBlock[] {
  const texts = markedBlocks(blocks).length === 0 ? [text] : spoken(blocks).map((block) => block.text);
  return texts.map((one) => ({ type: "text", text: `${wellFormed(clean(one.trim()))}\n\n` }));
}

/** Which of these content blocks a cache mark belongs behind. */
export function markedBlocks(blocks: readonly Block[]): number[] {
  return spoken(blocks).flatMap(({ mark }, place) => (mark ? [place] : []));
}

/** The API refuses a block that says nothing. */
function spoken(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ text }) => text.trim() !== "");
}

export function toolResult(id: string, text: string, isError: boolean): ContentBlock {
  return { type: "tool_result", tool_use_id: id, content: wellFormed(text), ...(isError && { is_error: true }) };
}

/** Half of a character, left where a text was cut, would be refused. */
const wellFormed = (text: string): string => toUSVString(text);

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

const ToolUse = z.looseObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() });

export function toolCalls({ content }: Message): ToolCall[] {
  return content.flatMap((block) => {
    const call = ToolUse.safeParse(block);
    return call.success ? [call.data] : [];
  });
}

/** What it said in words, its thoughts left out. */
export function textsOf({ content }: Message): string[] {
  return content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
}
