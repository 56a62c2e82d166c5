// Answers, missing answers and refusals of the API, as the real Claude client reports them.
import { describe, expect, it } from "vitest";
import { createClaudeAgent } from "../../src/adapters/agents/claude/claude-agent.ts";
import { loadClaudeSdk } from "../../src/adapters/agents/claude/sdk.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { collect, outcomeOf } from "../contracts/agent-runtime.contract.ts";
import { prepareClaude, TEST_KEY } from "../support/claude-agent.ts";
import { fails, type Reply, reply, says, submits, text } from "../support/fake-anthropic/reply.ts";
import { systemText } from "../support/fake-anthropic/request.ts";
import { tempFolder } from "../support/temp-repo.ts";

const replySchema = { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] };

async function dispatch(replies: readonly Reply[], env: Record<string, string | undefined> = {}) {
  const { runtime, request, fake } = await prepareClaude([{ replies }], { env });
  return { outcome: outcomeOf(await collect(runtime, request({ replySchema }))), requests: fake.requests };
}

describe("an answer", () => {
  it("in the asked form comes as JSON, from a model and a role that are said by name", async () => {
    const { outcome, requests } = await dispatch([submits({ approved: true })]);

    expect(outcome).toMatchObject({ status: "completed", reply: '{\n  "approved": true\n}' });
    expect(requests.map(({ body }) => body.model)).toEqual(["claude-sonnet-5-5"]);
    expect(systemText(requests[0]!)).toContain("You are the spec reviewer in iflow");
  });

  it("that never takes the asked form comes as the text it is, for the engine to have it repaired", async () => {
    const { outcome } = await dispatch([says("It is fine."), says("I said it is fine.")]);

    expect(outcome).toMatchObject({ status: "completed", reply: "I said it is fine.", session: expect.any(String) });
  });

  it("that misses the form five times fails the turn and says why", async () => {
    const { outcome } = await dispatch([submits({ approved: "yes" })]);

    expect(outcome).toMatchObject({ status: "failed", error: expect.stringContaining("must be boolean") });
  });

  it("is asked for again after an overload, a limit, a cut connection or an overload in mid-stream", async () => {
    const half = reply(text("half"));
    const faults: Reply[] = [
      fails(529),
      fails(429, { retryAfter: 0 }),
      { ...half, fault: { kind: "cut" } },
      { ...half, fault: { kind: "overloaded" } },
    ];

    const turns = await Promise.all(faults.map((fault) => dispatch([fault, submits({ approved: true })])));

    expect(turns.map(({ outcome }) => outcome.status)).toEqual(["completed", "completed", "completed", "completed"]);
  });
});

describe("Claude that cannot work", () => {
  it("with a wrong key fails after a few tries and says what to do, without the key", async () => {
    const refusal = fails(401, { message: `invalid x-api-key ${TEST_KEY}` });

    const { outcome, requests } = await dispatch([refusal], { CLAUDE_CODE_MAX_RETRIES: undefined });

    expect(outcome).toMatchObject({ status: "failed", needs: expect.stringContaining("ANTHROPIC_API_KEY") });
    expect(JSON.stringify(outcome)).not.toContain(TEST_KEY);
    expect(requests.length).toBeLessThanOrEqual(4);
  });

  it("without a login says what to do and asks the API nothing", async () => {
    const { outcome, requests } = await dispatch([says("never")], { ANTHROPIC_API_KEY: undefined });

    expect(outcome).toMatchObject({ status: "failed", needs: expect.stringContaining("log in with `claude`") });
    expect(requests).toEqual([]);
  });

  it("that is not installed is a failed turn that names the package", async () => {
    const { request } = await prepareClaude([]);
    const runtime = createClaudeAgent({
      loadSdk: async () => loadClaudeSdk([await tempFolder()]),
      env: {},
      models: { strong: "a", standard: "b", light: "c" },
      checks: [],
      mcpServers: [],
      openTree: createWorkingTree,
      version: "test",
      processIdentity: async () => undefined,
    });

    const events = await collect(runtime, request());

    expect(events).toHaveLength(1);
    expect(outcomeOf(events)).toMatchObject({ status: "failed", error: expect.stringContaining("claude-agent-sdk") });
  });

  it("whose executable is not there is a failed turn that names it", async () => {
    const { runtime, request } = await prepareClaude([], { executable: "/nowhere/claude" });

    const outcome = outcomeOf(await collect(runtime, request()));

    expect(outcome).toMatchObject({ status: "failed", error: expect.stringContaining("/nowhere/claude") });
  });
});
