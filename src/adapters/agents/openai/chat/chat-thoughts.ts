// The thoughts of one answer, under the names their server has for them, so that they can go back as they came. Details
// (OpenRouter, and gateways like it) hold what the provider behind has signed; they come in pieces and go back whole.
import * as z from "zod";
import type { ContentBlock } from "../../tool-loop/request/messages.ts";

const Text = z.string().nullish().catch(undefined);
const Detail = z.looseObject({ type: z.string() });
type Detail = z.infer<typeof Detail>;

export const ThoughtFields = {
  reasoning_content: Text,
  reasoning: Text,
  reasoning_details: z.array(Detail).nullish().catch(undefined),
};
const ThoughtPiece = z.looseObject(ThoughtFields);

export interface Thoughts {
  /** What of them is text. */
  add(piece: z.infer<typeof ThoughtPiece>): string;
  blocks(): ContentBlock[];
}

export function collectThoughts(): Thoughts {
  const texts = new Map<string, string>();
  const details: Detail[] = [];
  return {
    add(piece) {
      let told = "";
      for (const field of ["reasoning_content", "reasoning"] as const) {
        const text = piece[field] ?? "";
        if (text !== "") texts.set(field, `${texts.get(field) ?? ""}${text}`);
        told += text;
      }
      for (const detail of piece.reasoning_details ?? []) addDetail(details, detail);
      return told;
    },
    blocks() {
      if (details.length > 0) texts.delete("reasoning"); // it says the same without the signatures
      const told = [...texts, ...(details.length > 0 ? [["reasoning_details", details] as const] : [])];
      return told.map(([field, thoughts]) => ({ type: "reasoning", field, thoughts }));
    },
  };
}

/** By type, the field that comes in pieces; all others are whole. */
const PIECES: Readonly<Record<string, string>> = { "reasoning.text": "text", "reasoning.summary": "summary" };

function addDetail(details: Detail[], detail: Detail): void {
  const last = details.at(-1);
  const field = PIECES[detail.type];
  if (field === undefined || last?.type !== detail.type || last.index !== detail.index)
    return void details.push(detail);
  const told = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined);
  Object.assign(last, Object.fromEntries(told), { [field]: `${last[field] ?? ""}${detail[field] ?? ""}` });
}
