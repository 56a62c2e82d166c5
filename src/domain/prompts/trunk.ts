// The trunk: the part of a prompt that all roles of a loop share to the byte, documents and code, so that a provider's
// cache serves it to every role after the first. The role's rubric follows. Marks say where a cache entry pays off.
import { inTag } from "../text/words/foreign-words.ts";
import { type Block, composePrompt, type Prompt } from "./prompt.ts";

/** A document in full. */
export interface PastedDocument {
  readonly title: string;
  readonly path: string;
  readonly text: string;
}

export interface TrunkDocuments {
  /** PRD, spec, design: every role reads the first few of them, never another selection. */
  readonly shared: readonly PastedDocument[];
  /** Plan and tasks, for the roles that judge or fix against them. */
  readonly later: readonly PastedDocument[];
}

/** The code when the trunk was laid, and each change since, oldest first. */
export interface CodeTrunk {
  readonly code: string;
  /** The trunk contains all of it; otherwise a fresh agent must read it first. */
  readonly isWhole: boolean;
  readonly deltas: readonly string[];
}

export interface OnTrunk {
  readonly guides: string | undefined;
  readonly trunk?: TrunkDocuments;
}

/** On the trunk the shared part comes first; elsewhere every role has its own prompt. */
export function layOut({ guides, trunk }: OnTrunk, tail: readonly Block[], code?: CodeTrunk): Prompt {
  const own = composePrompt(tail);
  if (!trunk) return own;
  const shared = trunkBlocks(guides, trunk, code);
  const text = shared.map((block) => `${block.text.trim()}\n\n`).join("");
  return { blocks: [...shared, ...own.blocks], text: `${text}${own.text}`, stableChars: text.length + own.stableChars };
}

function trunkBlocks(guides: string | undefined, { shared, later }: TrunkDocuments, code?: CodeTrunk): Block[] {
  const rules = guides ? [shareable("guides", guidesText(guides))] : [];
  const documents = [...rules, ...shared.map((one) => shareable("document", pasteDocument(one)))];
  const snapshot = code ? [shareable("code", `## Implementation\n\n${code.code}`)] : [];
  const rest = later.map((one) => shareable("document", pasteDocument(one)));
  const deltas = code?.deltas.map((delta, index) => shareable("delta", `## Change ${index + 1}\n\n${delta}`)) ?? [];
  // Only the last two marks outlive the first request of a turn. One of them must be on the code, or roles that are not
  // shown plan and tasks would find it cold after a long fix. After a change, looking back finds the end of the tasks.
  const tasks = deltas.length > 0 ? rest : markLast(rest);
  return [...markLast(documents), ...markLast(snapshot), ...tasks, ...markLast(deltas)];
}

function markLast(blocks: readonly Block[]): Block[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, mark: true } : block));
}

function shareable(slot: Block["slot"], text: string): Block {
  return { slot, layer: "feature", text };
}

export function guidesText(guides: string): string {
  return `## Rules of This Repository\n\n${guides}`;
}

export function pasteDocument({ title, path, text }: PastedDocument): string {
  return `## ${title}: ${path}\n\n${quote(text)}`;
}

/** A text that contains the tag cannot close it. */
export function quote(text: string): string {
  return inTag("document", text.trimEnd());
}
