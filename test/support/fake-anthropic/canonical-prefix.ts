// Does one request continue where another stood? A provider's cache reads tools, system, messages, in this order and
// without the cache marks. The raw bodies have another order, a mark that moves, and content that is a string or a
// list depending on where the mark stands, so they are compared as rendered, block by block.
import { renderPrompt } from "./rendered-prompt.ts";
import type { MessagesRequest } from "./request.ts";

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
  return [`model ${body.model}`, ...renderPrompt(body).blocks.map(({ part, print }) => `${part} ${print}`)];
}

function byteLength(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + Buffer.byteLength(block), 0);
}
