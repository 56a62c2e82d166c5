// What the provider's own search has put into an answer: its sources are cited in the text.
import * as z from "zod";
import type { ContentBlock } from "../../tool-loop/request/messages.ts";
import type { Findings } from "../../tool-loop/request/model-client.ts";

const Cited = z.looseObject({
  type: z.literal("text"),
  item: z.looseObject({ content: z.array(z.looseObject({ annotations: z.array(z.unknown()).nullish() })) }),
});
const Citation = z.looseObject({ type: z.literal("url_citation"), url: z.string(), title: z.string().catch("") });
const FailedSearch = z.looseObject({
  type: z.literal("web_search_call"),
  item: z.looseObject({ status: z.literal("failed") }),
});

export function readFindings(blocks: readonly ContentBlock[]): Findings {
  const notes = blocks.flatMap((block) => Cited.safeParse(block).data?.item.content ?? []);
  const sources = notes.flatMap(({ annotations }) =>
    (annotations ?? []).flatMap((note) => {
      const citation = Citation.safeParse(note).data;
      return citation ? [{ url: citation.url, title: citation.title }] : [];
    }),
  );
  const failures = blocks.flatMap((block) => FailedSearch.safeParse(block).data?.item.status ?? []);
  return { sources, failures };
}
