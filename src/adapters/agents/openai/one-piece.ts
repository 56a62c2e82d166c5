// Servers that answer in one piece, although a stream was asked for. It has been paid for, so it is read: as a stream of one
// event. A page of the web is no answer of a model.
import { parseJson } from "../../../domain/text/json/json.ts";
import { isObject } from "./told-errors.ts";

/** Something else listens at the address. */
export class NoApi extends Error {
  override name = "NoApi";
}

export function withStreams(ask: typeof fetch): typeof fetch {
  return async (address, init) => {
    const response = await ask(address, init);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !/^(?:application\/json|text\/html)\b/i.test(type)) return response;
    const told = await response.text();
    if (/^text/i.test(type)) throw new NoApi("the address answered with a page of the web, as no API does");
    const answer = parseJson(told);
    const stream = isObject(answer) ? `data: ${JSON.stringify(asEvent(answer))}\n\n` : told;
    return new Response(stream, { status: response.status, headers: { "content-type": "text/event-stream" } });
  };
}

/** The last event of a stream of its kind, which holds everything; a failure stays as it is. */
function asEvent(answer: Readonly<Record<string, unknown>>): object {
  const { object, status, choices } = answer;
  if (object === "response") return { type: `response.${status}`, response: answer };
  if (!Array.isArray(choices)) return answer;
  return { ...answer, choices: choices.map((choice: unknown) => (isObject(choice) ? asDelta(choice) : choice)) };
}

function asDelta({ message, ...choice }: Readonly<Record<string, unknown>>): object {
  return { ...choice, delta: message };
}
