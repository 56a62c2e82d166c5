// Where servers say what went wrong. The SDK finds words in `error.message` only; Gemini's server puts its answer into a
// list, others leave out `error`, or have a text in its place.
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
  const words = [answer.error, answer.message, answer.detail].find((one) => one !== undefined && one !== null);
  if (words === undefined) return undefined;
  const message = typeof words === "string" ? words : JSON.stringify(words);
  return JSON.stringify({ error: { ...answer, error: undefined, message } });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
