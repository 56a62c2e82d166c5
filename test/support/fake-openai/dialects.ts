// What servers add to Chat Completions and want to see again, as they do it. Gemini's gives every call of an answer the
// index 0, signs the first one, and refuses it without its signature; it knows no fields of two types. OpenRouter tells thoughts twice: as text, and as
// details with the signature of the provider behind it.
import type { ReplyBlock } from "../fake-anthropic/reply.ts";
import type { Item, RequestBody } from "./request.ts";
import type { Refused } from "./responses-checks.ts";

export type Dialect = "gemini" | "openrouter";

interface Sealed {
  readonly thought_signature?: string;
}

/** The call in one piece. */
export function geminiCall({ name, written }: { readonly name: string; readonly written: string }, place: number) {
  const id = `function-call-${name}-${place}`;
  const sealed: Sealed = { thought_signature: `sealed ${id}` };
  return {
    ...{ index: 0, id, type: "function", function: { name, arguments: written } },
    ...(place === 0 && { extra_content: { google: sealed } }),
  };
}

/** The pieces of one thought; the signature comes last. */
export function openRouterThought({ thinking }: Extract<ReplyBlock, { type: "thinking" }>): object[] {
  const about = { type: "reasoning.text", index: 0, format: "anthropic-claude-v1" };
  const middle = Math.ceil(thinking.length / 2);
  const pieces = [thinking.slice(0, middle), thinking.slice(middle)];
  return [
    ...pieces.map((text) => ({ reasoning: text, reasoning_details: [{ ...about, text }] })),
    { reasoning_details: [{ ...about, signature: `signed ${thinking}` }] },
  ];
}

export function refuseDialect({ messages = [], tools }: RequestBody, dialect: Dialect): Refused | undefined {
  if (dialect === "gemini" && /"type":\[/.test(JSON.stringify(tools)))
    return { message: "Unknown name \"type\" at 'tools[0].function_declarations': Proto field is not repeating" };
  const answers = messages.filter(({ role }) => role === "assistant");
  return answers.map(dialect === "gemini" ? refuseUnsealed : refuseUnsigned).find(Boolean);
}

function refuseUnsealed({ tool_calls }: Item): Refused | undefined {
  const [first] = (tool_calls ?? []) as { id: string; extra_content?: { google?: Sealed } }[];
  if (!first || first.extra_content?.google?.thought_signature === `sealed ${first.id}`) return undefined;
  return { message: `Function call is missing a thought_signature in functionCall parts: ${first.id}` };
}

function refuseUnsigned({ reasoning_details: details }: Item): Refused | undefined {
  const all = (details ?? []) as { text?: string; signature?: string }[];
  return all.every(({ text, signature }) => signature === `signed ${text}`)
    ? undefined
    : { message: "Invalid `signature` in `thinking` block" };
}
