// A prompt is a list of blocks. What is the same for a role or a feature is above the line, what belongs to this round
// is below it, so that two fresh prompts of one role share every byte above the line and a provider can serve that part
// from its cache. The composer enforces this rule by refusing anything else.

/** `frozen`: the same for the role; `feature`: the same for the feature; `round`: specific to this dispatch. */
export type Layer = "frozen" | "feature" | "round";

/** Slots in printed order; the line comes before `under-review`. */
const SLOTS = [
  "role",
  "guides",
  "artifacts",
  "checks",
  "expectations",
  "schema",
  "under-review",
  "outcome",
  "person",
  "memories",
  "work",
  "facts",
  "iteration",
] as const;
/** The last three occur only on the trunk, before each role's own part. */
export type Slot = (typeof SLOTS)[number] | "document" | "code" | "delta";

export interface Block {
  readonly slot: Slot;
  readonly layer: Layer;
  readonly text: string;
  /** Other agents are sent everything up to here as well, so a provider's cache should keep it. */
  readonly mark?: true;
}

export interface Prompt {
  readonly blocks: readonly Block[];
  readonly text: string;
  /** Length of the part above the line, including the line; 0 for a prompt that only continues a session. */
  readonly stableChars: number;
}

export const LINE = "\n\n---\n\n";
const PLACES: readonly string[] = SLOTS;
const FIRST_BELOW = SLOTS.indexOf("under-review");
/** A request has four marks; the other two move with the conversation. */
const MOST_MARKS = 2;

export function composePrompt(blocks: readonly Block[]): Prompt {
  let last = -1;
  for (const block of blocks) {
    const place = PLACES.indexOf(block.slot);
    if (place <= last) throw new Error(`block "${block.slot}" stands twice or out of order`);
    if (place < FIRST_BELOW === (block.layer === "round")) {
      throw new Error(`a ${block.layer} block cannot stand in "${block.slot}"`);
    }
    last = place;
  }
  if (blocks.filter(({ mark }) => mark).length > MOST_MARKS) throw new Error(`over ${MOST_MARKS} blocks carry a mark`);
  const above = joinTexts(blocks.filter((block) => block.layer !== "round"));
  const below = joinTexts(blocks.filter((block) => block.layer === "round"));
  const stable = above === "" ? "" : `${above}${LINE}`;
  return { blocks, text: `${stable}${below}\n`, stableChars: stable.length };
}

function joinTexts(blocks: readonly Block[]): string {
  return blocks.map((block) => block.text.trim()).join("\n\n");
}
