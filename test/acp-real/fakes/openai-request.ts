// Requests to OpenAI's two APIs, Responses and Chat Completions, as they were received, and what a script asks about them.

export interface OpenAiRequest {
  readonly api: "responses" | "chat/completions";
  readonly body: OpenAiBody;
}

export interface OpenAiBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly instructions?: string;
  readonly tools?: readonly Tool[];
  /** Responses. */
  readonly input?: readonly Item[] | string;
  /** Chat Completions. */
  readonly messages?: readonly Item[];
}

interface Tool {
  readonly type: string;
  readonly name?: string;
  readonly function?: { readonly name: string };
}

/** An item of the input or a message, with the fields of all kinds that matter here. */
interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly { readonly type?: string; readonly text?: string }[] | null;
  readonly call_id?: string;
  readonly output?: unknown;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

export const toolNames = ({ body }: OpenAiRequest): string[] =>
  (body.tools ?? []).flatMap(({ name, function: own }) => name ?? own?.name ?? []);

export function itemsOf({ input, messages }: OpenAiBody): readonly Item[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : (input ?? messages ?? []);
}

export const promptsOf = ({ body }: OpenAiRequest): string[] =>
  itemsOf(body)
    .filter(({ role }) => role === "user")
    .map(textOf)
    .filter((text) => text !== "");

/** The answers of tools at the end of the conversation; empty when it ends with something else. */
export function lastToolResults({ body }: OpenAiRequest): string[] {
  const items = itemsOf(body);
  const last = items.findLastIndex((item) => !isToolResult(item));
  return items
    .slice(last + 1)
    .map(({ output, ...item }) => (output === undefined ? textOf(item) : JSON.stringify(output)));
}

/** What both APIs refuse: a call without an answer, and an answer to no call. */
export function refusalOf(body: OpenAiBody): string | undefined {
  const items = itemsOf(body);
  if (items.length === 0) return "the conversation is empty";
  const called = items.flatMap(({ type = "", call_id, tool_calls = [] }) =>
    /_call$/.test(type) && call_id ? [call_id] : tool_calls.map(({ id }) => id),
  );
  const answered = items.filter(isToolResult).map(({ call_id, tool_call_id }) => call_id ?? tool_call_id ?? "");
  const open = called.find((id) => !answered.includes(id));
  if (open !== undefined) return `No tool output found for function call ${open}.`;
  const odd = answered.find((id) => !called.includes(id));
  return odd === undefined ? undefined : `No tool call found for function call output with call_id ${odd}.`;
}

function isToolResult({ type = "", role }: Item): boolean {
  return role === "tool" || /_call_output$/.test(type);
}

function textOf({ content }: Item): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("\n");
}
