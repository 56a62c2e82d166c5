// What a turn tells of its tokens, from messages as the client sends them.
import { expect, it } from "vitest";
import { collect } from "../../../../test/contracts/agent-runtime.contract.ts";
import { agentRequest } from "../../../../test/support/agent-request.ts";
import { tempRepo } from "../../../../test/support/temp-repo.ts";
import { createWorkingTree } from "../../files/working-tree.ts";
import { createClaudeAgent } from "./claude-agent.ts";

const RESULT = { type: "result", subtype: "success", is_error: false, session_id: "s", result: "done" };

const said = (id: string, usage: object | undefined, block: object = { type: "text", text: "Hm." }) => ({
  type: "assistant",
  message: { id, role: "assistant", content: [block], ...(usage && { usage }) },
});

async function tokensTold(messages: readonly object[]): Promise<number[]> {
  const { root } = await tempRepo();
  const runtime = createClaudeAgent({
    loadSdk: async () => ({
      async *query() {
        yield* [...messages, RESULT];
      },
    }),
    env: {},
    models: { strong: "a", standard: "b", light: "c" },
    checks: [],
    openTree: createWorkingTree,
    version: "test",
    processIdentity: async () => undefined,
  });
  const events = await collect(runtime, agentRequest(root));
  return events.flatMap((event) => (event.type === "used" ? [event.tokens] : []));
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
