// Sessions of the real Claude client: what a resumed turn sends, what it costs, and what happens to a lost one.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/ports/agents/agent-runtime.ts";
import { collect, outcomeOf } from "../contracts/agent-runtime.contract.ts";
import { promptOf } from "../support/agent-request.ts";
import { type PreparedClaude, prepareClaude } from "../support/claude-agent.ts";
import { canonicalPrefix } from "../support/fake-anthropic/canonical-prefix.ts";
import { calls, type Reply, reply, says, submits, text, thinking, tool } from "../support/fake-anthropic/reply.ts";
import { lastPrompt, type MessagesRequest, sessionOf } from "../support/fake-anthropic/request.ts";

const SCHEMA = { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] };

it("effort is that of tier and role, whatever the person's own sessions use; a model that takes none gets none", async () => {
  const { runtime, request, fake } = await prepareClaude([{ replies: [says("one")] }], {
    env: { CLAUDE_CODE_EFFORT_LEVEL: "low" },
    light: "claude-haiku-4-5",
  });

  const first = outcomeOf(await collect(runtime, request({ role: "spec-author", model: "strong" })));
  const resumed = { kind: "resume", session: sessionIn(first) } as const;
  await collect(runtime, request({ role: "spec-author", model: "strong", ...resumed }));
  await collect(runtime, request({ role: "codebase-explorer", model: "standard" }));
  await collect(runtime, request({ role: "codebase-explorer", model: "light" }));
  await collect(runtime, request({ role: "spec-author", model: "strong", effort: "low" }));

  expect(fake.requests.map(({ body }) => [body.model, body.output_config?.effort])).toEqual([
    ["claude-opus-5-5", "high"],
    ["claude-opus-5-5", "high"],
    ["claude-sonnet-5-5", "medium"],
    ["claude-haiku-4-5", undefined],
    ["claude-opus-5-5", "low"], // as the person has chosen
  ]);
});

describe("a resumed turn", () => {
  it("sends the whole earlier conversation byte for byte, and then only what is new (RES-1)", async () => {
    const { runtime, request, fake } = await prepareClaude([
      {
        replies: [
          reply(thinking("What is there?"), text("I look."), tool("Grep", { pattern: "Example" })),
          calls("Read", { file_path: "README.md" }),
          submits({ approved: false }),
          calls("Read", { file_path: "README.md" }),
          submits({ approved: true }),
        ],
      },
    ]);
    const first = outcomeOf(await collect(runtime, request({ replySchema: SCHEMA })));
    const before = newest(fake.requests);

    const second = outcomeOf(
      await collect(
        runtime,
        request({ replySchema: SCHEMA, kind: "resume", session: sessionIn(first), prompt: promptOf("Look again.") }),
      ),
    );

    const { shared, total } = canonicalPrefix(before, newest(fake.requests));
    expect(shared).toBe(total);
    expect(lastPrompt(newest(fake.requests))).toContain("Look again.");
    expect(second).toMatchObject({ status: "completed", reply: '{\n  "approved": true\n}' });
    expect(sessionIn(second)).toEqual(sessionIn(first));
  });

  it("is charged for itself alone, not for the session so far", async () => {
    const usage = { input_tokens: 7, cache_read_input_tokens: 90, cache_creation_input_tokens: 5, output_tokens: 3 };
    const { runtime, request } = await prepareClaude([{ replies: [{ ...says("one"), usage }] }]);
    const first = outcomeOf(await collect(runtime, request()));

    const second = outcomeOf(await collect(runtime, request({ kind: "resume", session: sessionIn(first) })));

    expect(second.usage).toMatchObject({ input: 7, cacheRead: 90, cacheWrite: 5, output: 3, estimated: false });
  });

  it("whose transcript was deleted ends failed, says so and asks the API nothing (RES-6)", async () => {
    const { runtime, request, fake, home } = await prepareClaude([{ replies: [says("one")] }]);
    const first = outcomeOf(await collect(runtime, request()));
    rmSync(join(home, ".claude", "projects"), { recursive: true });

    const second = outcomeOf(await collect(runtime, request({ kind: "resume", session: sessionIn(first) })));

    expect(second).toMatchObject({ status: "failed", sessionLost: true, error: "Claude no longer has this session" });
    expect(fake.requests).toHaveLength(1);
  });

  it("of a session that another runtime made is a lost session too", async () => {
    const { runtime, request } = await prepareClaude([]);

    const session = { ref: "scripted-spec-reviewer-1", mode: "resume" } as const;
    const outcome = outcomeOf(await collect(runtime, request({ kind: "resume", session })));

    expect(outcome).toMatchObject({ status: "failed", sessionLost: true });
  });

  it("is refused while another turn of the same session runs, since one of the two would be forgotten", async () => {
    const gate = openable();
    const { runtime, request } = await prepareClaude([
      { replies: [says("one"), { ...says("two"), after: gate.opened }] },
    ]);
    const session = sessionIn(outcomeOf(await collect(runtime, request())));
    const resumed = () => collect(runtime, request({ kind: "resume", session }));

    const running = resumed();
    const refused = outcomeOf(await resumed());
    gate.open();

    expect(refused).toMatchObject({ status: "failed", sessionLost: false });
    expect(outcomeOf(await running)).toMatchObject({ status: "completed", reply: "two" });
  });
});

describe("a fork", () => {
  it("continues the same conversation under a new name and leaves the old one as it was", async () => {
    const { runtime, request, fake } = await prepareClaude([{ replies: [says("one"), says("two"), says("three")] }]);
    const { ref } = sessionIn(outcomeOf(await collect(runtime, request())));
    const [first] = fake.requests;

    const fork = outcomeOf(await collect(runtime, request({ session: { ref, mode: "fork" } })));
    await collect(runtime, request({ kind: "resume", session: { ref, mode: "resume" } }));

    const [, forked, resumed] = fake.requests;
    expect(sessionIn(fork).ref).not.toBe(ref);
    for (const later of [forked, resumed]) {
      const { shared, total } = canonicalPrefix(first!, later!);
      expect(shared).toBe(total);
    }
    expect(JSON.stringify(resumed!.body.messages)).not.toContain("two");
  });
});

it("three agents work side by side, each in a session of its own", async () => {
  const gate = openable();
  const arrived: MessagesRequest[] = [];
  const meet = (request: MessagesRequest): Reply => {
    arrived.push(request);
    if (arrived.length === 3) gate.open();
    return { ...says("met"), after: gate.opened }; // nobody is answered before all three have asked
  };
  const { runtime, request, fake } = await prepareClaude([{ replies: [meet] }]);

  const turns = await Promise.all([1, 2, 3].map(() => collect(runtime, request())));

  expect(turns.map((events) => outcomeOf(events).status)).toEqual(["completed", "completed", "completed"]);
  expect(new Set(turns.map((events: AgentEvent[]) => sessionIn(outcomeOf(events)).ref)).size).toBe(3);
  expect(new Set(fake.requests.map(sessionOf)).size).toBe(3);
  expect(fake.open.most).toBe(3);
});

function newest(requests: PreparedClaude["fake"]["requests"]): MessagesRequest {
  const request = requests.at(-1);
  if (!request) return expect.fail("no request was made");
  return request;
}

function sessionIn(outcome: ReturnType<typeof outcomeOf>): { ref: string; mode: "resume" } {
  if (outcome.status !== "completed" || outcome.session === undefined) return expect.fail(JSON.stringify(outcome));
  return { ref: outcome.session, mode: "resume" };
}

function openable(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
