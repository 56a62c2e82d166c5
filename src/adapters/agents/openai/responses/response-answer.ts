// One answer of the Responses API, from its events. Items are taken when they are whole; a stream that ends before the
// answer does counts as a lost connection.
import * as z from "zod";
import { NO_USAGE, type Usage } from "../../../../domain/billing/usage.ts";
import type { ContentBlock } from "../../tool-loop/request/messages.ts";
import { type Answer, type AnswerWatch, StreamCut } from "../../tool-loop/request/model-client.ts";
import { callBlock, isEmpty } from "../blocks.ts";
import { estimateAnswer } from "../estimate.ts";
import { AnswerFailed } from "../failure.ts";

const ItemShape = z.looseObject({
  type: z.string(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).nullish(),
});
type Item = z.infer<typeof ItemShape>;

const Tokens = z.number().nullish();
const UsageShape = z.looseObject({
  input_tokens: Tokens,
  output_tokens: Tokens,
  input_tokens_details: z.looseObject({ cached_tokens: Tokens, cache_write_tokens: Tokens }).nullish(),
});

const EventShape = z.looseObject({
  type: z.string(),
  code: z.string().nullish(),
  message: z.string().nullish(),
  output_index: z.number().optional(),
  delta: z.string().optional().catch(undefined),
  response: z
    .looseObject({
      usage: UsageShape.nullish(),
      output: z.array(z.unknown()).nullish(),
      error: z.looseObject({ code: z.string(), message: z.string() }).nullish(),
      incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
    })
    .optional(),
});
type Ended = NonNullable<z.infer<typeof EventShape>["response"]>;

export async function readResponse(events: AsyncIterable<unknown>, body: object, watch: AnswerWatch): Promise<Answer> {
  const estimate = estimateAnswer(body, watch);
  const whole: unknown[] = [];
  for await (const raw of estimate.follow(events)) {
    const event = EventShape.safeParse(raw).data;
    if (!event) continue; // later versions may send events that are unknown here
    const { type, output_index = whole.length, response: ended } = event;
    estimate.hear(event.delta?.length ?? 0);
    if (type === "response.output_item.done") {
      whole[output_index] = (raw as { item?: unknown }).item; // as it came: the schema would reorder its fields
      watch.onToken();
    }
    if (type === "error") throw new AnswerFailed(event.code ?? "server_error", event.message ?? "");
    if (!ended || !/^response\.(?:completed|incomplete|failed)$/.test(type)) continue;
    const items = (whole.length > 0 ? whole : (ended.output ?? [])).filter((item) => ItemShape.safeParse(item).success);
    // the items are as they came; the schema has only looked at them
    const blocks = (items as Item[]).map(toBlock);
    if (type === "response.failed") {
      watch.onUsage(ended.usage ? toUsage(ended.usage) : NO_USAGE); // nothing is charged for it unless it says so
      throw new AnswerFailed(ended.error?.code ?? "server_error", ended.error?.message ?? "it does not say why");
    }
    const characters = JSON.stringify(items).length; // thoughts have come encrypted, not as pieces
    estimate.settle(ended.usage ? toUsage(ended.usage) : undefined, characters, searchesIn(blocks));
    return {
      message: isEmpty(blocks) ? undefined : { role: "assistant", content: blocks },
      stopReason: stopOf(type, ended, items as Item[]),
    };
  }
  throw new StreamCut("the answer broke off");
}

function toBlock(item: Item): ContentBlock {
  if (item.type === "function_call") {
    const { call_id: id = "", name = "", arguments: written = "", ...rest } = item;
    return callBlock({ id, name, arguments: written }, rest);
  }
  if (item.type !== "message") return { type: item.type, item };
  const parts = (item.content ?? []).flatMap(({ type, text }) => (type === "output_text" ? (text ?? []) : []));
  return { type: "text", text: parts.join(""), item };
}

function stopOf(type: string, { incomplete_details }: Ended, items: readonly Item[]): string {
  const refuses = items.some(({ content }) => content?.some((part) => part.type === "refusal"));
  if (refuses) return "refused";
  if (type === "response.completed") return "done";
  const reason = incomplete_details?.reason ?? "incomplete";
  return { max_output_tokens: "length", content_filter: "refused" }[reason] ?? reason;
}

/** What was neither read nor written is paid in full; models that write for free report no writes. */
function toUsage({ input_tokens, output_tokens, input_tokens_details: details }: z.infer<typeof UsageShape>): Usage {
  const cacheRead = details?.cached_tokens ?? 0;
  const cacheWrite = details?.cache_write_tokens ?? 0;
  const input = Math.max(0, (input_tokens ?? 0) - cacheRead - cacheWrite);
  return { input, cacheRead, cacheWrite, output: output_tokens ?? 0, estimated: false };
}

function searchesIn(blocks: readonly ContentBlock[]): number {
  return blocks.filter(({ type }) => type === "web_search_call").length;
}
