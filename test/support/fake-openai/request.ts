// A request of either API as it was received, and the few questions a script asks about it.

export type Item = Record<string, unknown> & { readonly type?: string; readonly role?: string };

export interface RequestBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly (Record<string, unknown> & { readonly type: string })[];
  /** Responses. */
  readonly instructions?: string;
  readonly input?: readonly Item[];
  readonly max_output_tokens?: number;
  readonly store?: boolean;
  readonly reasoning?: { readonly effort?: string };
  readonly include?: readonly string[];
  readonly prompt_cache_key?: string;
  /** Chat Completions. */
  readonly messages?: readonly Item[];
  readonly max_tokens?: number;
  readonly stream_options?: { readonly include_usage?: boolean };
}

export interface OpenAiRequest {
  readonly api: "responses" | "chat";
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: RequestBody;
}

export const itemsOf = ({ body }: Pick<OpenAiRequest, "body">): readonly Item[] => body.input ?? body.messages ?? [];

/** The text of an item, whichever of its forms it has. */
function textOf({ content, output, arguments: written }: Item): string {
  const said = content ?? output ?? written ?? "";
  if (!Array.isArray(said)) return String(said);
  return said.map(({ text }) => text ?? "").join("");
}

function promptsOf(request: OpenAiRequest): string[] {
  return itemsOf(request)
    .filter(({ role }) => role === "user")
    .map(textOf);
}

export const firstPrompt = (request: OpenAiRequest): string => promptsOf(request)[0] ?? "";
export const lastPrompt = (request: OpenAiRequest): string => promptsOf(request).at(-1) ?? "";

/** The results of tools at the end of the conversation. */
export function lastToolResults(request: OpenAiRequest): string[] {
  const items = [...itemsOf(request)].reverse();
  const end = items.findIndex(({ type, role }) => type !== "function_call_output" && role !== "tool");
  return items.slice(0, end).reverse().map(textOf);
}

/** Everything a cache would see, in its order: tools, instructions, then the items one by one. */
export function bare({ body }: OpenAiRequest): string[] {
  const print = (value: unknown) =>
    JSON.stringify(value, (key, member) => (key === "prompt_cache_breakpoint" ? undefined : member));
  return [print(body.model), print(body.tools), print(body.instructions), ...itemsOf({ body }).map(print)];
}
