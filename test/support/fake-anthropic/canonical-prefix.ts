// Does one request go on where another stood? A provider's cache reads tools, system, messages, in this order and
// without the cache marks. The raw bodies have another order, a mark that moves, and content that is a string or a
// list depending on where the mark stands, so they are compared in a canonical form, block by block.
import { blocksOf, type ContentBlock, type MessagesRequest } from "./request.ts";

export interface SharedPrefix {
  /** Bytes of the earlier request in canonical form. */
  readonly total: number;
  /** How many of them the later request begins with; all of them when it extends the earlier one. */
  readonly shared: number;
}

export function canonicalPrefix(earlier: MessagesRequest, later: MessagesRequest): SharedPrefix {
  const before = canonicalBlocks(earlier);
  const after = canonicalBlocks(later);
  const differs = before.findIndex((block, place) => block !== after[place]);
  const same = differs < 0 ? before : before.slice(0, differs);
  return { total: byteLength(before), shared: byteLength(same) };
}

/** The model comes first: every model has a cache of its own. */
function canonicalBlocks({ body }: MessagesRequest): string[] {
  return [
    `model ${body.model}`,
    ...(body.tools ?? []).map((tool) => `tool ${print(tool)}`),
    ...blocksOf(body.system).map((block) => `system ${print(block)}`),
    ...body.messages.flatMap(({ role, content }) => blocksOf(content).map((block) => `${role} ${print(block)}`)),
  ];
}

function print(block: Record<string, unknown> | ContentBlock): string {
  const { cache_control: _, ...rest } = block;
  // what stands inside a block, a tool result for one, flips between the two forms as well and may carry a mark
  if (Array.isArray(rest.content)) rest.content = rest.content.map((inner) => JSON.parse(print(inner)));
  else if (typeof rest.content === "string") rest.content = [{ type: "text", text: rest.content }];
  return JSON.stringify(rest);
}

function byteLength(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + Buffer.byteLength(block), 0);
}
