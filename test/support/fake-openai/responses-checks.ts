// What the Responses API refuses about its items: calls and outputs come in pairs, and reasoning stands, unmodified, before
// what followed it. Nothing is stored, so reasoning counts only with its encrypted content.
import { takesMarks } from "./cache-books.ts";
import type { Item, RequestBody } from "./request.ts";

/** What the fake has said, by the id of the item. */
export interface Issued {
  readonly items: Map<string, Item>;
  /** The item that followed a piece of reasoning, and the other way round. */
  readonly after: Map<string, string>;
}

export interface Refused {
  readonly message: string;
  readonly code?: string;
}

export function refuseResponse(body: RequestBody, issued: Issued): Refused | undefined {
  return firstOf([
    () => refuseSettings(body),
    () => refusePairs(body.input ?? []),
    () => refuseReasoning(body.input ?? [], issued),
  ]);
}

function refuseSettings({ model, tools = [], input = [], ...body }: RequestBody): Refused | undefined {
  if (typeof model !== "string") return { message: "you must provide a model parameter" };
  if ((body.max_output_tokens ?? 16) < 16) {
    return { message: "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16." };
  }
  if ((body.prompt_cache_key ?? "").length > 64) return { message: "Invalid 'prompt_cache_key': string too long." };
  if (/^gpt-[34]/.test(model) && body.include?.includes("reasoning.encrypted_content")) {
    return { message: "Encrypted content is not supported with this model." };
  }
  if (/^gpt-[34]|-chat-latest$/.test(model) && body.reasoning !== undefined) {
    return { message: "Unsupported parameter: 'reasoning.effort' is not supported with this model." };
  }
  if (JSON.stringify(input).includes('"prompt_cache_breakpoint"') && !takesMarks(model)) {
    return { message: "Unknown parameter: 'prompt_cache_breakpoint'." };
  }
  const strict = tools.find(({ type, strict = true }) => type === "function" && strict !== false);
  if (strict) return { message: `Invalid schema for function '${strict.name}': 'additionalProperties' is required.` };
  const empty = input.find(({ content }) => Array.isArray(content) && content.length === 0);
  return empty ? { message: "Invalid 'input': empty array." } : undefined;
}

function refusePairs(input: readonly Item[]): Refused | undefined {
  const open = new Set<unknown>();
  for (const { type, call_id, role } of input) {
    if (type === "function_call") open.add(call_id);
    else if (type === "function_call_output" && !open.delete(call_id)) {
      return { message: `No tool call found for function call output with call_id ${call_id}.` };
    } else if (role === "user" && open.size > 0) break;
  }
  const [unanswered] = open;
  return unanswered === undefined ? undefined : { message: `No tool output found for function call ${unanswered}.` };
}

function refuseReasoning(input: readonly Item[], { items, after }: Issued): Refused | undefined {
  for (const [place, item] of input.entries()) {
    const id = String(item.id ?? "");
    const known = items.get(id);
    if (item.type === "reasoning") {
      if (typeof item.encrypted_content !== "string") {
        return { message: `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.` };
      }
      if (!known || JSON.stringify(known) !== JSON.stringify(item)) {
        return {
          code: "invalid_encrypted_content",
          message: `The encrypted content for item ${id} could not be verified.`,
        };
      }
      if (input[place + 1]?.id !== after.get(id)) {
        return { message: `Item '${id}' of type 'reasoning' was provided without its required following item.` };
      }
    }
    const thought = [...after].find(([, next]) => next === id)?.[0];
    if (thought !== undefined && input[place - 1]?.id !== thought) {
      return {
        message: `Item '${id}' of type '${item.type}' was provided without its required 'reasoning' item: '${thought}'.`,
      };
    }
  }
  return undefined;
}

function firstOf(checks: readonly (() => Refused | undefined)[]): Refused | undefined {
  for (const check of checks) {
    const refused = check();
    if (refused) return refused;
  }
  return undefined;
}
