// A fake of OpenAI's API on the loopback interface: Responses and Chat Completions, both as streams or as one document.
// It plays a function instead of a model, keeps every request, refuses a conversation whose tool calls are not answered,
// and bills a beginning it has seen before as cached. Clients of others send fields we know nothing of: they are let pass.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Reply } from "../../support/fake-anthropic/reply.ts";
import { createPrefixBooks, tokensIn } from "../../support/prefix-books.ts";
import { chatAnswer, responsesAnswer } from "./openai-answer.ts";
import { itemsOf, type OpenAiBody, type OpenAiRequest, refusalOf } from "./openai-request.ts";

export interface FakeOpenAi {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly requests: OpenAiRequest[];
  close(): Promise<void>;
}

export async function startFakeOpenAi(play: (request: OpenAiRequest) => Reply): Promise<FakeOpenAi> {
  const requests: OpenAiRequest[] = [];
  const books = createPrefixBooks();
  const server = createServer(async (incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://fake");
    const api = pathname.replace(/^.*\/v1\//, "");
    if (api === "models") return sendJson(response, 200, { object: "list", data: [] });
    if (api !== "responses" && api !== "chat/completions")
      return sendJson(response, 404, { error: { message: `the fake does not know ${pathname}` } });
    const body = await readBody(incoming);
    const request: OpenAiRequest = { api, body };
    requests.push(request);
    const refusal = refusalOf(body);
    const reply = refusal === undefined ? play(request) : undefined;
    if (reply === undefined) return sendJson(response, 400, errorBody(refusal ?? ""));
    if (reply.fault?.kind === "error") {
      const { status, message = `scripted ${status}` } = reply.fault;
      return sendJson(response, status, errorBody(message));
    }
    const { total, cached } = books.enter(body.model, [body.tools, body.instructions, ...itemsOf(body)]);
    const usage = { total, cached, output: tokensIn(JSON.stringify(reply.blocks)) };
    const answer = api === "responses" ? responsesAnswer(body, reply, usage) : chatAnswer(body, reply, usage);
    if (body.stream !== true) return sendJson(response, 200, answer.whole);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const events = reply.fault === undefined ? answer.events : answer.events.slice(0, -answer.ending);
    for (const event of events) response.write(event);
    if (reply.fault?.kind === "cut") response.destroy();
    else if (reply.fault?.kind !== "hang") response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function errorBody(message: string) {
  return { error: { message, type: "invalid_request_error", param: null, code: null } };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readBody(incoming: IncomingMessage): Promise<OpenAiBody> {
  incoming.setEncoding("utf8");
  let body = "";
  for await (const chunk of incoming) body += chunk;
  return JSON.parse(body);
}
