// One turn of an agent as the engine takes it: what its time limit counts, and what an unknown use costs.
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { createBenchClock } from "../../../bench/economy/clock.ts";
import { promptOf } from "../../../test/support/agent-request.ts";
import { openPorts } from "../../../test/support/engine.ts";
import { testPhaseRun, withAgent } from "../../../test/support/phase-run.ts";
import { exampleHead } from "../../../test/support/run-head.ts";
import { tempRepo } from "../../../test/support/temp-repo.ts";
import { inSlots } from "../../adapters/agents/in-slots.ts";
import { NO_USAGE, type Usage } from "../../domain/billing/usage.ts";
import type { AgentOutcome, AgentRuntime } from "../../ports/agents/agent-runtime.ts";
import type { StepContext } from "../../ports/runs/runs.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { look } from "../work/world.ts";
import { runAgent } from "./run-agent.ts";

const LIMIT_MS = 300;

it("waiting for a place is no work: the time limit begins when there is one", async () => {
  const late = inSlots(working(10), async () => {
    await pause(3 * LIMIT_MS);
    return { release: async () => undefined };
  });

  expect(await play(late)).toMatchObject({ status: "completed" });
});

it.each([working(20 * LIMIT_MS), inSlots(working(20 * LIMIT_MS), async () => ({ release: async () => undefined }))])(
  "an agent that never ends is ended by the limit",
  async (agent) => {
    expect(await play(agent)).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/gave no answer within/),
    });
  },
);

it("a use that nobody told has no price, and it is not free; what was told has one", async () => {
  const used: Usage = { ...NO_USAGE, input: 1_000_000, estimated: true };

  expect(await play(working(20 * LIMIT_MS))).not.toHaveProperty("cost");
  expect(await play(working(20 * LIMIT_MS, used))).toMatchObject({ cost: 4, usage: used });
  expect(await play(working(0, NO_USAGE))).toMatchObject({ cost: 0 });
});

/** An agent that answers after so long, unless it is aborted before. */
function working(milliseconds: number, usage?: Usage): AgentRuntime {
  return {
    ...{ id: "claude", version: "1", models: { strong: "claude-opus-5-5", standard: "claude-opus-5-5" } },
    abilities: {
      ...{ resume: true, fork: true, schema: true, usage: true, web: true, rewind: false },
      promptChars: 400_000,
    },
    async *dispatch(_, signal) {
      await pause(milliseconds, undefined, { signal }).catch(() => undefined);
      const outcome: AgentOutcome = signal.aborted
        ? { status: "aborted", usage }
        : { status: "completed", reply: "Done.", session: undefined, usage };
      yield { type: "ended", outcome };
    },
  };
}

async function play(agent: AgentRuntime) {
  const { root } = await tempRepo({ "README.md": "# R\n" });
  const ports = await openPorts(root, createBenchClock(Date.parse("2026-03-02T09:00:00Z")), () => undefined);
  const head = exampleHead();
  const { config } = head;
  const hurried = { ...head, config: { ...config, runtime: { ...config.runtime, minutes: LIMIT_MS / 60_000 } } };
  const session = await ports.runs.create(hurried);
  const about = { key: "007-rate-limit", slug: "rate-limit", folder: "docs/features/007-rate-limit" };
  const phase = testPhaseRun({
    ...{ run: session.run, ports: withAgent(ports, agent) },
    feature: { ...about, description: "rate limit", branch: "main" },
    artifact: `${about.folder}/spec.md`,
  });
  phase.world.accept(await look(phase));
  const dispatch: Dispatch = {
    ...{ step: "specify/1/0/spec-author/1", number: 1, role: "spec-author", round: 0, activity: "draft" },
    ...{ kind: "fresh", reason: "first-round", prompt: promptOf("Write it."), contextChars: 1 },
    ...{ session: undefined, writes: [phase.artifact], base: undefined, expected: phase.world.expected },
  };
  const context: StepContext = {
    interrupted: undefined,
    signal: new AbortController().signal,
    note: async () => undefined,
  };
  try {
    return await runAgent(phase, dispatch, context);
  } finally {
    await session.close();
  }
}
