// What Chat Completions refuses: calls of tools that are not answered at once, and answers to nothing.
import { type Dialect, refuseDialect } from "./dialects.ts";
import type { Item, RequestBody } from "./request.ts";
import type { Refused } from "./responses-checks.ts";

const FIELDS = new Set(["model", "messages", "tools", "stream", "stream_options", "max_tokens"]);

export function refuseChat(body: RequestBody, dialect?: Dialect): Refused | undefined {
  const unknown = Object.keys(body).find((field) => !FIELDS.has(field)); // as the strict ones among the servers do
  if (unknown !== undefined) return { message: `Unrecognized request argument supplied: ${unknown}` };
  const messages = body.messages ?? [];
  for (const [place, message] of messages.entries()) {
    const wanted = callsOf(message);
    const answered = idsAfter(messages, place);
    const missing = wanted.find((id) => !answered.includes(id));
    if (missing !== undefined) {
      return { message: `An assistant message with 'tool_calls' must be followed by tool messages: ${missing}` };
    }
    if (message.role === "tool" && !callsOf(callerOf(messages, place)).includes(String(message.tool_call_id))) {
      return { message: "messages with role 'tool' must be a response to a preceding message with 'tool_calls'." };
    }
    if (message.role !== "assistant" && typeof message.content !== "string")
      return { message: "content must be a string" };
  }
  return dialect && refuseDialect(body, dialect);
}

function callsOf(message: Item | undefined): string[] {
  const calls = message?.tool_calls;
  return Array.isArray(calls) ? calls.map(({ id }) => String(id)) : [];
}

function idsAfter(messages: readonly Item[], place: number): string[] {
  const rest = messages.slice(place + 1);
  const end = rest.findIndex(({ role }) => role !== "tool");
  return rest.slice(0, end === -1 ? rest.length : end).map(({ tool_call_id }) => String(tool_call_id));
}

function callerOf(messages: readonly Item[], place: number): Item | undefined {
  return messages.slice(0, place).findLast(({ role }) => role !== "tool");
}
