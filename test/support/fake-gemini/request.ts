// A request to Gemini's API as it was received, and the few questions a script asks about it.

export interface GeminiRequest {
  readonly model: string;
  /** `streamGenerateContent`, `generateContent` or `countTokens`. */
  readonly method: string;
  readonly body: GeminiBody;
}

export interface GeminiBody {
  readonly systemInstruction?: { readonly parts?: readonly Part[] };
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly contents: readonly Content[];
}

export interface Content {
  readonly role?: string;
  readonly parts?: readonly Part[];
}

export interface Part {
  readonly text?: string;
  readonly functionCall?: { readonly name: string; readonly args?: object; readonly id?: string };
  readonly functionResponse?: { readonly name: string; readonly response?: object; readonly id?: string };
}

export const toolNames = ({ body }: GeminiRequest): string[] =>
  (body.tools ?? []).flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));

/** What was asked, turn by turn, without the answers of tools. */
export function promptsOf({ body }: GeminiRequest): string[] {
  return body.contents
    .filter(({ role }) => role !== "model")
    .map(({ parts = [] }) => parts.map(({ text = "" }) => text).join("\n"))
    .filter((prompt) => prompt !== "");
}

/** The answers of tools in the newest turn; empty when it holds none. */
export function lastToolResults({ body }: GeminiRequest): string[] {
  const parts = body.contents.at(-1)?.parts ?? [];
  return parts.flatMap(({ functionResponse }) => (functionResponse ? [JSON.stringify(functionResponse.response)] : []));
}

/**
 * What the API refuses: an empty conversation, one that does not end with the client's turn, and a call that is not
 * answered right after it, or an answer to no call.
 */
export function refusalOf({ contents }: GeminiBody): string | undefined {
  if (contents.length === 0) return "contents are required";
  if (contents.at(-1)?.role === "model") return "the last turn must be the user's";
  if (contents.some(({ parts = [] }) => parts.length === 0)) return "a turn must have at least one part";
  const calls = contents.map(({ parts = [] }) => parts.filter(({ functionCall }) => functionCall).length);
  const answers = contents.map(({ parts = [] }) => parts.filter(({ functionResponse }) => functionResponse).length);
  const isOdd = contents.some((_, turn) => (calls[turn - 1] ?? 0) !== (answers[turn] ?? 0));
  return isOdd
    ? "the number of function responses must equal the number of function calls of the turn before"
    : undefined;
}
