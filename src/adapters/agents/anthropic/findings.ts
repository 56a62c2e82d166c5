// What the provider's own search has put into an answer.
import * as z from "zod";
import type { ContentBlock } from "../tool-loop/request/messages.ts";
import type { Findings } from "../tool-loop/request/model-client.ts";

const Results = z.looseObject({
  type: z.literal("web_search_tool_result"),
  content: z.array(z.looseObject({ title: z.string().catch(""), url: z.string() })),
});
const Failure = z.looseObject({
  type: z.literal("web_search_tool_result"),
  content: z.looseObject({ error_code: z.string() }),
});

export function readFindings(blocks: readonly ContentBlock[]): Findings {
  return {
    sources: blocks.flatMap((block) => Results.safeParse(block).data?.content ?? []),
    failures: blocks.flatMap((block) => Failure.safeParse(block).data?.content.error_code ?? []),
  };
}
