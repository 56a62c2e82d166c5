// A request as the provider's cache sees it: one list of blocks, tools before system before messages, each without its
// marks. Content that is a string and the same content as a list are one thing, because clients flip between the two
// depending on where a mark stands; the order of keys inside a block is kept, because a cache compares bytes.
import { blocksOf, type CacheControl, type ContentBlock, type RequestBody } from "./request.ts";
import { countTokens } from "./tokens.ts";

export interface RenderedPrompt {
  readonly model: string;
  /** What the messages part depends on beside its own blocks. */
  readonly settings: string;
  readonly blocks: readonly RenderedBlock[];
}

export interface RenderedBlock {
  readonly part: "tools" | "system" | "messages";
  /** `tool`, or the block's own type. */
  readonly kind: string;
  /** The bytes that are compared. */
  readonly print: string;
  /** What the model reads of it; ids and marks are no content. */
  readonly text: string;
  readonly tokens: number;
  /** On the block itself and on what stands inside of it. */
  readonly marks: readonly CacheControl[];
}

export function renderPrompt(body: RequestBody): RenderedPrompt {
  return {
    model: body.model,
    settings: settingsOf(body),
    blocks: [
      ...(body.tools ?? []).map((tool) => renderBlock("tools", "tool", { ...tool, type: "tool" }, printBlock(tool))),
      ...blocksOf(body.system).map((block) => renderBlock("system", "system", block, printBlock(block))),
      ...body.messages.flatMap(({ role, content }) =>
        blocksOf(content).map((block) => renderBlock("messages", role, block, printBlock(block))),
      ),
    ],
  };
}

export const promptTokens = ({ blocks }: RenderedPrompt): number => blocks.reduce((sum, { tokens }) => sum + tokens, 0);

/** A default that is spelled out is the same as one that is left out. */
function settingsOf({ tool_choice, thinking, output_config, messages }: RequestBody): string {
  const images = messages.some(({ content }) => blocksOf(content).some(({ type }) => type === "image"));
  return JSON.stringify([
    tool_choice ?? { type: "auto" },
    thinking ?? { type: "disabled" },
    output_config?.effort ?? "high",
    images,
  ]);
}

function renderBlock(part: RenderedBlock["part"], role: string, block: ContentBlock, print: string): RenderedBlock {
  const text = part === "tools" ? print : textOf(block);
  return { part, kind: block.type, print: `${role} ${print}`, text, tokens: countTokens(text), marks: marksIn(block) };
}

function printBlock(block: Record<string, unknown>): string {
  const { cache_control: _, ...rest } = block;
  // what stands inside a block, a tool result for one, flips between the two forms as well and may carry a mark
  if (Array.isArray(rest.content)) rest.content = rest.content.map((inner) => JSON.parse(printBlock(inner)));
  else if (typeof rest.content === "string") rest.content = [{ type: "text", text: rest.content }];
  return JSON.stringify(rest);
}

function textOf(block: ContentBlock): string {
  if (block.type === "text") return block.text ?? "";
  if (block.type === "thinking") return String(block.thinking);
  if (block.type === "tool_use") return `${block.name} ${JSON.stringify(block.input)}`;
  if (block.type === "tool_result") return insideOf(block).map(textOf).join("\n");
  return printBlock(block);
}

function marksIn(block: ContentBlock): CacheControl[] {
  const own = block.cache_control as CacheControl | null | undefined; // a client's own field, checked where it is used
  return [...insideOf(block).flatMap(marksIn), ...(own ? [own] : [])];
}

/** Blocks inside a block; only tool results have text for content. */
function insideOf({ content }: ContentBlock): readonly ContentBlock[] {
  return typeof content === "string" || Array.isArray(content) ? blocksOf(content) : [];
}
