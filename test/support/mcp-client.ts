// The official MCP client on the built server, in either era of the protocol, and a host that plays orders: it writes what
// a turn writes and reports what it says, like a client without hooks would.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished } from "vitest";
import type { FlowState } from "../../src/frontends/drive/host/flow-state.ts";
import { MAIN, type Roles, type Turn } from "./iflow.ts";
import { withLevels } from "./levels.ts";
import { FEATURE } from "./story.ts";
import { trusting } from "./trusting.ts";

export type Era = "2025-11-25" | "2026-07-28";

export interface McpClient {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** The structured answer; an error is thrown as its text. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of many shapes
  call(name: string, given?: Record<string, unknown>): Promise<any>;
}

export interface McpClientOptions {
  readonly era?: Era;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  /** What the user does with a form: their answer, or undefined to close it. */
  readonly user?: (message: string) => string | undefined;
}

export async function connectMcp(
  root: string,
  { era = "2026-07-28", args = [], env = {}, user }: McpClientOptions = {},
): Promise<McpClient> {
  const options: ClientOptions = {
    ...(user && { capabilities: { elicitation: {} } }),
    ...(era === "2026-07-28" && { versionNegotiation: { mode: "auto" } }),
  };
  const client = new Client({ name: "test", version: "1" }, options);
  if (user) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const answer = user(params.message);
      return answer === undefined ? { action: "cancel" } : { action: "accept", content: { answer } };
    });
  }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, "--cwd", root, "mcp", ...args],
    env: { ...(process.env as Record<string, string>), ...trusting(root), ...env },
    stderr: "pipe",
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  return {
    client,
    transport,
    call: async (name, given = {}) => {
      // what its agents cost is not told, so its user names a limit
      const limit = name === "start" && !args.includes("--hooks") ? { max_dispatches: 200 } : {};
      const result = await client.callTool({ name, arguments: { ...limit, ...given } });
      const [content] = result.content as { text?: string }[];
      if (result.isError) throw new Error(content?.text);
      return result.structuredContent;
    },
  };
}

/** Carries out whatever is ordered, turn by turn, until something else than an order comes. */
export async function playOrders(
  root: string,
  { call }: McpClient,
  script: Roles,
  first: FlowState,
): Promise<FlowState> {
  const roles = withLevels(script);
  const taken = new Map<string, number>();
  let state = first;
  while (state.state === "orders") {
    const [order] = state.orders;
    if (!order) throw new Error("orders without an order");
    const count = taken.get(order.role) ?? 0;
    taken.set(order.role, count + 1);
    const turn = roles[order.role]?.[count];
    if (!turn) throw new Error(`no turn ${count + 1} for ${order.role}`);
    if (turn.expect !== undefined) expect(order.kind, order.order).toBe(turn.expect);
    await carryOut(root, turn);
    const reply = typeof turn.reply === "string" ? turn.reply : JSON.stringify(turn.reply);
    state = await call("report", { order: order.order, agent: order.agent ?? `agent-${order.role}-${count}`, reply });
  }
  return state;
}

export async function carryOut(root: string, turn: Turn): Promise<void> {
  for (const [path, content] of Object.entries((turn.writes as Record<string, string>) ?? {})) {
    const file = join(root, path.replace("{feature}", `docs/features/${FEATURE}`));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
