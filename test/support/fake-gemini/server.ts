// A fake of Gemini's API on the loopback interface: `streamGenerateContent` as server-sent events, `generateContent` as
// one document, `countTokens`. It plays a function instead of a model, keeps every request, refuses what the API refuses
// about the order of turns, and bills a beginning it has seen before as cached.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Reply, ReplyBlock } from "../fake-anthropic/reply.ts";
import { createPrefixBooks, tokensIn } from "../prefix-books.ts";
import { type GeminiBody, type GeminiRequest, type Part, refusalOf } from "./request.ts";

export interface FakeGemini {
  readonly url: string;
  /** Every request for an answer, oldest first. */
  readonly requests: GeminiRequest[];
  close(): Promise<void>;
}

export async function startFakeGemini(play: (request: GeminiRequest) => Reply): Promise<FakeGemini> {
  const requests: GeminiRequest[] = [];
  const books = createPrefixBooks();
  const server = createServer(async (incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://fake");
    const [, model = "", method = ""] = /^\/v1(?:beta)?\/models\/([^:]+):(\w+)$/.exec(pathname) ?? [];
    if (model === "") return sendJson(response, 404, errorBody(404, `the fake does not know ${pathname}`));
    const body = await readBody(incoming);
    if (method === "countTokens") return sendJson(response, 200, { totalTokens: tokensIn(JSON.stringify(body)) });
    const request = { model, method, body };
    requests.push(request);
    const refusal = refusalOf(body);
    if (refusal !== undefined) return sendJson(response, 400, errorBody(400, refusal));
    const reply = play(request);
    if (reply.fault?.kind === "error") {
      const { status, message = `scripted ${status}` } = reply.fault;
      return sendJson(response, status, errorBody(status, message));
    }
    const { total, cached } = books.enter(model, [body.tools, body.systemInstruction, ...body.contents]);
    sendAnswer(response, request, reply, { total, cached });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendAnswer(
  response: ServerResponse,
  { model, method }: GeminiRequest,
  { blocks, fault }: Reply,
  prompt: { readonly total: number; readonly cached: number },
): void {
  const parts = blocks.map(partOf);
  const responseId = randomUUID();
  const said = tokensIn(JSON.stringify(parts));
  const usageMetadata = {
    promptTokenCount: prompt.total,
    candidatesTokenCount: said,
    totalTokenCount: prompt.total + said,
    ...(prompt.cached > 0 && { cachedContentTokenCount: prompt.cached }),
  };
  const chunk = (own: readonly Part[], isLast: boolean) => ({
    candidates: [{ index: 0, content: { role: "model", parts: own }, ...(isLast && { finishReason: "STOP" }) }],
    ...{ modelVersion: model, responseId, usageMetadata },
  });
  if (method === "generateContent") {
    sendJson(response, 200, chunk(parts, true));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [place, part] of parts.entries()) {
    const isLast = fault === undefined && place === parts.length - 1;
    response.write(`data: ${JSON.stringify(chunk([part], isLast))}\r\n\r\n`);
  }
  if (fault?.kind === "cut") response.destroy();
  else if (fault?.kind !== "hang") response.end();
}

function partOf(block: ReplyBlock): Part {
  if (block.type === "text") return { text: block.text };
  if (block.type === "tool_use") return { functionCall: { name: block.name, args: block.input } };
  throw new Error(`Gemini has no block ${block.type}`);
}

function errorBody(code: number, message: string) {
  return { error: { code, message, status: code === 429 ? "RESOURCE_EXHAUSTED" : "INVALID_ARGUMENT" } };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(incoming: IncomingMessage): Promise<GeminiBody> {
  incoming.setEncoding("utf8");
  let body = "";
  for await (const chunk of incoming) body += chunk;
  return JSON.parse(body);
}
