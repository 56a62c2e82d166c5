// The provider's own tools on the wire: a call and its result stand in one answer, which may be paused, and whoever goes
// on sends the blocks back exactly as they came.
import { randomUUID } from "node:crypto";
import { blocksOf, type RequestBody } from "./request.ts";

export type ServerBlock =
  | { readonly type: "server_tool_use"; readonly id: string; readonly name: "web_search"; readonly input: object }
  | {
      readonly type: "web_search_tool_result";
      readonly tool_use_id: string;
      readonly content:
        | readonly WebPage[]
        | { readonly type: "web_search_tool_result_error"; readonly error_code: string };
    };

interface WebPage {
  readonly type: "web_search_result";
  readonly title: string;
  readonly url: string;
  readonly encrypted_content: string;
  readonly page_age: string | null;
}

/** A search and what it found. */
export function searched(query: string, pages: Readonly<Record<string, string>>): ServerBlock[] {
  const found = Object.entries(pages).map(
    ([url, title]): WebPage => ({
      ...{ type: "web_search_result", title, url, page_age: null },
      encrypted_content: Buffer.from(url).toString("base64"),
    }),
  );
  return callAndResult(query, found);
}

export function searchFailed(query: string, error_code: string): ServerBlock[] {
  return callAndResult(query, { type: "web_search_tool_result_error", error_code });
}

type Result = Extract<ServerBlock, { type: "web_search_tool_result" }>;

function callAndResult(query: string, content: Result["content"]): ServerBlock[] {
  const id = `srvtoolu_${randomUUID().replaceAll("-", "")}`;
  return [
    { type: "server_tool_use", id, name: "web_search", input: { query } },
    { type: "web_search_tool_result", tool_use_id: id, content },
  ];
}

export interface ServerToolUse {
  readonly server_tool_use?: { readonly web_search_requests: number };
}

export function serverToolUse(blocks: readonly { readonly type: string }[]): ServerToolUse {
  const calls = blocks.filter(({ type }) => type === "server_tool_use").length;
  return calls === 0 ? {} : { server_tool_use: { web_search_requests: calls } };
}

/** What the API refuses about its own tools; undefined for a good request. */
export function serverToolRefusal({ messages, tools = [] }: RequestBody): string | undefined {
  const blocks = messages.flatMap(({ content }) => blocksOf(content));
  const calls = blocks.filter(({ type }) => type === "server_tool_use");
  const results = blocks.filter(({ type }) => type === "web_search_tool_result");
  if (calls.length > 0 && !tools.some(({ name }) => name === "web_search")) return "web_search is not among the tools";
  const unknown = results.find(({ tool_use_id }) => !calls.some(({ id }) => id === tool_use_id));
  if (unknown) return `unexpected tool_use_id ${unknown.tool_use_id}`;
  const pages = results.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  if (pages.some(({ encrypted_content }) => typeof encrypted_content !== "string"))
    return "encrypted_content is missing";
  const last = messages.at(-1);
  const isPaused = blocksOf(last?.content).some(({ type }) => type === "server_tool_use");
  const isPrefilled = last?.role === "assistant" && !isPaused;
  return isPrefilled ? "this model does not support assistant message prefill" : undefined;
}
