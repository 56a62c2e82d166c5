// A stand-in for the Context7 MCP server: speaks the protocol over stdio, answers from a constant, and shows which
// variables it was started with. Plain JavaScript, because the real client starts it as a program.
import { createInterface } from "node:readline";

const TOOLS = ["resolve-library-id", "query-docs"].map((name) => ({
  name,
  description: `Context7: ${name}`,
  inputSchema: { type: "object", properties: { query: { type: "string" } } },
}));

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "context7", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": ({ name, arguments: { query = "" } = {} }) => {
    const text = query === "environment" ? JSON.stringify(process.env) : `${name} says: ${query} is documented`;
    return { content: [{ type: "text", text }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue; // a notification
  const result = ANSWERS[method]?.(params);
  const answer = result ? { result } : { error: { code: -32601, message: `no method ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
}
