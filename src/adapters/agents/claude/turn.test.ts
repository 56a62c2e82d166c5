// What a turn reports about its tokens, from messages as the client sends them.
import { expect, it } from "vitest";
import { collect } from "../../../../test/contracts/agent-runtime.contract.ts";
import { agentRequest } from "../../../../test/support/agent-request.ts";
import { tempRepo } from "../../../../test/support/temp-repo.ts";
import { NO_USAGE } from "../../../domain/billing/usage.ts";
import type { AgentEvent } from "../../../ports/agents/agent-runtime.ts";
import { createWorkingTree } from "../../files/working-tree.ts";
import { createClaudeAgent } from "./claude-agent.ts";
import type { TurnSetup } from "./turn.ts";

const RESULT = { type: "result", subtype: "success", is_error: false, session_id: "s", result: "done" };

const said = (id: string, usage: object | undefined, block: object = { type: "text", text: "Hm." }) => ({
  type: "assistant",
  message: { id, role: "assistant", content: [block], ...(usage && { usage }) },
});

async function tokensTold(messages: readonly object[]): Promise<number[]> {
  const events = await eventsOf([...messages, RESULT]);
  return events.flatMap((event) => (event.type === "used" ? [event.tokens] : []));
}

async function eventsOf(messages: readonly object[], error?: Error): Promise<AgentEvent[]> {
  return play(async () => ({
    async *query() {
      yield* messages;
      if (error) throw error;
    },
  }));
}

async function play(loadSdk: TurnSetup["loadSdk"]): Promise<AgentEvent[]> {
  const { root } = await tempRepo();
  const runtime = createClaudeAgent({
    loadSdk,
    env: {},
    models: { strong: "a", standard: "b", light: "c" },
    checks: [],
    mcpServers: [],
    openTree: createWorkingTree,
    version: "test",
    processIdentity: async () => undefined,
  });
  return collect(runtime, agentRequest(root));
}

it("the tokens of all requests are added up, and a request that comes in several messages counts once", async () => {
  const first = { input_tokens: 3, cache_read_input_tokens: 1000, cache_creation_input_tokens: 200, output_tokens: 1 };
  const second = { input_tokens: 2, cache_read_input_tokens: 1200, output_tokens: 1 };

  const told = await tokensTold([
    { type: "system", subtype: "init" },
    said("msg_1", first, { type: "thinking", thinking: "Hm." }),
    said("msg_1", first),
    said("msg_1", { ...first, output_tokens: 31 }),
    { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "1" }] } },
    said("msg_2", second),
  ]);

  expect(told).toEqual([1204, 1234, 2437]);
});

it("messages that tell nothing of tokens are passed over", async () => {
  const zero = { input_tokens: 0, output_tokens: 0 };

  expect(
    await tokensTold([said("msg_1", undefined), said("msg_2", zero), said("msg_3", { input_tokens: "x" })]),
  ).toEqual([]);
});

it("what was written for an hour and what the first request read are kept apart from the sums", async () => {
  const usage = {
    ...{ input_tokens: 5, cache_read_input_tokens: 2200, cache_creation_input_tokens: 300, output_tokens: 40 },
    cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
  };
  const first = said("msg_1", { input_tokens: 3, cache_read_input_tokens: 1000, output_tokens: 1 });
  const second = said("msg_2", { input_tokens: 2, cache_read_input_tokens: 1200, output_tokens: 1 });

  const events = await eventsOf([first, second, { ...RESULT, usage }]);

  expect(events.at(-1)).toMatchObject({
    outcome: { usage: { cacheRead: 2200, cacheWrite: 300, cacheWrite1h: 200, firstRead: 1000 } },
  });
});

const READ = { input_tokens: 3, cache_read_input_tokens: 1000, cache_creation_input_tokens: 200, output_tokens: 1 };
const MORE = { input_tokens: 2, cache_read_input_tokens: 1200, output_tokens: 9 };
const TOLD = { input: 5, cacheRead: 2200, cacheWrite: 200, output: 10, firstRead: 1000, estimated: true };

it("a turn that ends without its result has used what its requests told, and says so on the way", async () => {
  const killed = await eventsOf([said("msg_1", READ), said("msg_1", READ), said("msg_2", MORE)], new Error("killed"));
  const uncounted = await eventsOf([said("msg_1", READ), said("msg_2", MORE), RESULT]);

  expect(killed.at(-1)).toMatchObject({ outcome: { status: "failed", usage: TOLD } });
  expect(killed.findLast(({ type }) => type === "used")).toEqual({ type: "used", tokens: 2415, usage: TOLD });
  expect(uncounted.at(-1)).toMatchObject({ outcome: { status: "completed", usage: TOLD } });
});

it("what no request told is unknown; a turn that was never sent, or has no session to go on with, is free", async () => {
  const usageOf = (events: readonly AgentEvent[]) => {
    const end = events.at(-1);
    return end?.type === "ended" ? end.outcome.usage : "none";
  };
  const words = { model: "<synthetic>", input_tokens: 0, output_tokens: 0 };

  expect(usageOf(await eventsOf([said("msg_1", words)], new Error("killed")))).toBeUndefined();
  expect(usageOf(await eventsOf([], new Error("No conversation found with session ID: 7")))).toEqual(NO_USAGE);
  expect(usageOf(await play(() => Promise.reject(new Error("there is no SDK"))))).toEqual(NO_USAGE);
});
