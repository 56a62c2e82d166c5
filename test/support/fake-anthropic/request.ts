// A request as it was received, and the few questions a script asks about it. Clients put reminders and system
// messages between the turns, so "the last message" is never what it seems.

export interface MessagesRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: RequestBody;
}

export interface RequestBody {
  readonly model: string;
  readonly max_tokens?: number;
  readonly stream?: boolean;
  /** Automatic caching: one mark on the last block. */
  readonly cache_control?: CacheControl | null;
  readonly tool_choice?: Record<string, unknown> & { readonly type: string };
  readonly thinking?: Record<string, unknown> & { readonly type: string };
  readonly output_config?: { readonly effort?: string; readonly format?: object };
  readonly tools?: readonly (Record<string, unknown> & { readonly name: string })[];
  readonly system?: string | readonly ContentBlock[];
  readonly messages: readonly Message[];
}

export interface CacheControl {
  readonly type: string;
  readonly ttl?: string;
}

export interface Message {
  /** `system` stands between the turns on newer models. */
  readonly role: "user" | "assistant" | "system";
  readonly content: string | readonly ContentBlock[];
}

export type ContentBlock = Record<string, unknown> & { readonly type: string; readonly text?: string };

export function blocksOf(content: string | readonly ContentBlock[] | undefined): readonly ContentBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
}

/** The conversation a Claude client belongs to; plain clients send none. */
export function sessionOf({ headers }: MessagesRequest): string {
  return String(headers["x-claude-code-session-id"] ?? "");
}

export function systemText({ body }: MessagesRequest): string {
  return blocksOf(body.system)
    .map(({ text }) => text ?? "")
    .join("\n");
}

/** What was asked, turn by turn, without reminders and tool results. */
function promptsOf({ body }: MessagesRequest): string[] {
  return body.messages
    .filter(({ role }) => role === "user")
    .map(({ content }) =>
      blocksOf(content)
        .map(({ text }) => text ?? "")
        .filter((text) => text !== "" && !text.startsWith("<system-reminder>"))
        .join("\n"),
    )
    .filter((prompt) => prompt !== "");
}

export const firstPrompt = (request: MessagesRequest): string => promptsOf(request)[0] ?? "";
export const lastPrompt = (request: MessagesRequest): string => promptsOf(request).at(-1) ?? "";

/** The texts of the tool results in the newest user turn; empty when it holds none. */
export function lastToolResults({ body }: MessagesRequest): string[] {
  const turn = body.messages.findLast(({ role }) => role === "user");
  return blocksOf(turn?.content)
    .filter(({ type }) => type === "tool_result")
    .map(({ content }) =>
      // a tool result's content has the two forms of a message's content
      blocksOf(content as string | readonly ContentBlock[])
        .map(({ text }) => text ?? "")
        .join("\n"),
    );
}

export const toolNames = ({ body }: MessagesRequest): string[] => (body.tools ?? []).map(({ name }) => name);
