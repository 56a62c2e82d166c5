// Limits of the provider behind an agent, as agents pass them on; and an agent that falls silent.
import { RequestError } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";
import { collect, outcomeOf } from "../../../../test/contracts/agent-runtime.contract.ts";
import { prepareAcp, type Script } from "../../../../test/support/acp-runtime.ts";
import { bundleForNode } from "../../../../test/support/bundle.ts";
import { explainLimit } from "./limit.ts";

const program = bundleForNode("test/support/acp-agent.ts");
const GUESSED = { lifted: 300_000, isGuessed: true };

it.each([
  ["Internal error", { details: "429 Too Many Requests" }, /^wait until/, GUESSED],
  ["Rate limit reached for requests", undefined, /^wait until/, GUESSED],
  ["You've hit your usage limit. Try again in 2 hours.", undefined, /^wait until/, { lifted: 7_200_000 }],
  ["429", { error: { status: "RESOURCE_EXHAUSTED", retryDelay: "58s" } }, /^wait until/, { lifted: 58_000 }],
  ["API Error", { details: 'HTTP 429, {"retry-after": "3600"}' }, /^wait until/, { lifted: 3_600_000 }],
  ["Too many requests. Try again in 99999999999999 hours.", undefined, /^wait until/, GUESSED],
  ["Overloaded", { status: 529 }, /^wait a few minutes$/, GUESSED],
  ["503 Service Unavailable", undefined, /^wait a few minutes$/, GUESSED],
  ["429", { code: "insufficient_quota" }, /^add credit/, {}],
])("%s %j is a pause", (message, data, needs, when) => {
  expect(explainLimit(new RequestError(-32603, message, data))).toEqual({
    needs: expect.stringMatching(needs),
    ...when,
  });
});

it.each(["Internal error", "no such model", "disk quota exceeded", "line 4290 is too long"])(
  "%s is a failure as before",
  (message) => {
    expect(explainLimit(new RequestError(-32603, message))).toBeUndefined();
  },
);

it("an agent that is turned away ends its turn with what to do and when", async () => {
  const { runtime, request } = await prepareAcp(program(), { error: { code: -32603, message: "429 rate limit" } });

  expect(outcomeOf(await collect(runtime, request()))).toMatchObject({
    ...{ status: "failed", sessionLost: false, error: expect.stringContaining("429 rate limit") },
    ...{ needs: expect.stringMatching(/^wait until/), ...GUESSED },
  });
});

const tool = (status: string) => ({
  update: { sessionUpdate: "tool_call", toolCallId: "1", title: "Tests", kind: "execute", status },
});

it.each<[string, Script, object]>([
  [
    "says nothing any more",
    { acts: [{ say: "so" }, { hang: true }] },
    { error: expect.stringMatching(/silent for 1.2 s/) },
  ],
  ["has ended its tool", { acts: [tool("completed"), { hang: true }] }, { needs: expect.stringContaining("network") }],
  ["goes on in time", { acts: [{ think: 700 }, { say: "a" }, { think: 700 }] }, { status: "completed" }],
  ["runs a tool", { acts: [tool("in_progress"), { think: 1500 }] }, { status: "completed" }],
])("an agent that %s", async (_, script, end) => {
  const { runtime, request } = await prepareAcp(program(), script, { silenceMs: 1200 });

  expect(outcomeOf(await collect(runtime, request()))).toMatchObject(end);
});

it("a command that we run for it may be silent as long as it takes", async () => {
  const line = "sleep 2";
  const script = { acts: [{ run: "sleep", args: ["2"] }, { say: "done" }] };
  const { runtime, request } = await prepareAcp(program(), script, { silenceMs: 1200, checks: [line] });

  const writer = { role: "implementer", access: "write" } as const;
  expect(outcomeOf(await collect(runtime, request(writer)))).toMatchObject({ status: "completed" });
});
