// A conversation in the form in which sessions keep it, which is that of the Messages API. Blocks stay as they arrived,
// whatever fields they have: what is sent again must equal what was sent before. A provider with another form puts what
// only it understands into blocks of types of its own. Texts are written once and cleaned once, on the way in.
import { toUSVString } from "node:util";
import * as z from "zod";
import type { Block, Prompt } from "../../../../domain/prompts/prompt.ts";
import { parseJson } from "../../../../domain/text/json/json.ts";
import { repeatedKey } from "../../../../domain/text/json/repeated-key.ts";

const BlockSchema = z.looseObject({ type: z.string() });
export type ContentBlock = z.infer<typeof BlockSchema>;

export const MessageSchema = z.strictObject({
  role: z.enum(["user", "assistant"]),
  content: z.array(BlockSchema).min(1),
});
export type Message = z.infer<typeof MessageSchema>;

export const BlocksSchema = z.array(BlockSchema);

export interface Conversation {
  /** Ends with a user message. */
  readonly messages: readonly Message[];
  /** Blocks of the prompts that end something others begin with, too, oldest first. */
  readonly marks: readonly Position[];
}

export interface Position {
  readonly message: number;
  readonly block: number;
}

/**
 * The content of a prompt whose beginning is shared with others: one content block per block, made from nothing but
 * that block's text. A prompt without marks shares nothing and is sent as printed.
 */
export function promptContent({ blocks, text }: Prompt, clean: (text: string) => string): ContentBlock[] {
  const texts = markedBlocks(blocks).length === 0 ? [text] : spoken(blocks).map((block) => block.text);
  return texts.map((one) => ({ type: "text", text: `${wellFormed(clean(one.trim()))}\n\n` }));
}

/** The positions of the content blocks that are followed by a cache mark. */
export function markedBlocks(blocks: readonly Block[]): number[] {
  return spoken(blocks).flatMap(({ mark }, place) => (mark ? [place] : []));
}

/** The API refuses a block without text. */
function spoken(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ text }) => text.trim() !== "");
}

export function toolResult(id: string, text: string, isError: boolean): ContentBlock {
  return { type: "tool_result", tool_use_id: id, content: wellFormed(text), ...(isError && { is_error: true }) };
}

/** The API would refuse half a character, which can remain where a text was cut. */
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

/** Input that is not a JSON object, or says one thing twice, is kept as text; the tool answers that it cannot read it. */
export function parseInput(json: string): object {
  const value = parseJson(json);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && repeatedKey(json) === undefined ? value : { unreadable: json };
}

/** Its text without its thoughts. */
export function textsOf({ content }: Message): string[] {
  return content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
}
