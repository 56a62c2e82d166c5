// Where a request asks the cache to remember. A request that places its marks as the API does not allow is refused
// as a whole, with a sentence that says why; it never loses a mark silently.
import type { RenderedBlock, RenderedPrompt } from "./rendered-prompt.ts";
import type { CacheControl } from "./request.ts";

export interface CacheMark {
  /** Index of the marked block; the prefix ends with it. */
  readonly place: number;
  readonly lifetime: Lifetime;
}

export type Lifetime = "5m" | "1h";

export type PlacedMarks = { readonly marks: readonly CacheMark[] } | { readonly refusal: string };

const MOST_MARKS = 4;

/** `automatic` is the request's own `cache_control`: one mark on the last block that can carry one. */
export function placeMarks({ blocks }: RenderedPrompt, automatic: CacheControl | null | undefined): PlacedMarks {
  const misplaced = blocks.findIndex((block) => block.marks.length > 0 && !isMarkable(block));
  if (misplaced >= 0) return refuse(`block ${misplaced} is ${describe(blocks[misplaced])} and cannot be marked`);
  const explicit = blocks.flatMap(({ marks }, place) => marks.map((mark) => ({ place, mark })));
  const tail = automatic ? blocks.findLastIndex(isMarkable) : -1;
  const own = explicit.findLast(({ place }) => place === tail);
  if (automatic && own && lifetimeOf(own.mark) !== lifetimeOf(automatic)) {
    return refuse("the automatic cache_control and the one on the last block have different ttl");
  }
  const all = automatic && tail >= 0 && !own ? [...explicit, { place: tail, mark: automatic }] : explicit;
  return judge(all);
}

function judge(found: readonly { readonly place: number; readonly mark: CacheControl }[]): PlacedMarks {
  if (found.length > MOST_MARKS) {
    return refuse(`at most ${MOST_MARKS} blocks may have cache_control, found ${found.length}`);
  }
  const unknown = found.find(({ mark }) => mark.type !== "ephemeral" || lifetimeOf(mark) === undefined);
  if (unknown) return refuse(`cache_control ${JSON.stringify(unknown.mark)} is of no known form`);
  const marks = found.map(({ place, mark }) => ({ place, lifetime: lifetimeOf(mark) as Lifetime })); // all known by now
  const short = marks.findIndex(({ lifetime }) => lifetime === "5m");
  if (short >= 0 && marks.slice(short).some(({ lifetime }) => lifetime === "1h")) {
    return refuse("a cache_control with ttl 1h must not come after one with ttl 5m (order: tools, system, messages)");
  }
  return { marks };
}

function isMarkable({ kind, text }: RenderedBlock): boolean {
  return kind !== "thinking" && kind !== "redacted_thinking" && !(kind === "text" && text === "");
}

const describe = (block: RenderedBlock | undefined): string => (block?.kind === "text" ? "empty" : "a thinking block");

function lifetimeOf({ ttl = "5m" }: CacheControl): Lifetime | undefined {
  return ttl === "5m" || ttl === "1h" ? ttl : undefined;
}

const refuse = (refusal: string): PlacedMarks => ({ refusal });
