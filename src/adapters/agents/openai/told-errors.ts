// Where servers say what went wrong. The SDK finds words in `error.message` only; Gemini's server puts its answer into a
// list, others leave out `error`, or have a text in its place; OpenRouter hands on what the provider behind it has said.
import { parseJson } from "../../../domain/text/json/json.ts";

export function withWords(ask: typeof fetch): typeof fetch {
  return async (address, init) => {
    const response = await ask(address, init);
    if (response.ok) return response;
    const { status, statusText, headers } = response;
    const told = await response.text();
    return new Response(asOpenAiSaysIt(told) ?? told, { status, statusText, headers });
  };
}

/** Undefined where it is not known how to read it. */
function asOpenAiSaysIt(told: string): string | undefined {
  const value = parseJson(told);
  const answer: unknown = Array.isArray(value) ? value[0] : value;
  if (!isObject(answer)) return undefined;
  if (isObject(answer.error)) return JSON.stringify(answer);
  const message = wordsIn(answer);
  return message === undefined ? undefined : JSON.stringify({ error: { ...answer, error: undefined, message } });
}

/** What the provider behind a gateway said: its whole answer, as a text or as an object. Empty where there is none. */
export function wordsBehind(metadata: unknown): string[] {
  if (!isObject(metadata)) return [];
  const { raw } = metadata;
  const value = typeof raw === "string" ? (parseJson(raw) ?? raw) : raw;
  const answer: unknown = Array.isArray(value) ? value[0] : value;
  const words = isObject(answer) ? wordsIn(isObject(answer.error) ? answer.error : answer) : answer;
  return typeof words === "string" && words.trim() !== "" ? [words] : [];
}

function wordsIn({ error, message, detail }: Readonly<Record<string, unknown>>): string | undefined {
  const words = [error, message, detail].find((one) => one !== undefined && one !== null);
  return words === undefined || typeof words === "string" ? words : JSON.stringify(words);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
