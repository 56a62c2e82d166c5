// An answer on disk whose effect on the files has not been looked at: from an agent of ours or of a host, it is all the same.
import { join } from "node:path";
import { expect, it } from "vitest";
import { createBenchClock } from "../../../bench/economy/clock.ts";
import { promptOf } from "../../../test/support/agent-request.ts";
import { anthropicOptions } from "../../../test/support/anthropic-options.ts";
import { openPorts } from "../../../test/support/engine.ts";
import { testPhaseRun, withAgent } from "../../../test/support/phase-run.ts";
import { exampleHead } from "../../../test/support/run-head.ts";
import { tempRepo } from "../../../test/support/temp-repo.ts";
import { createAnthropicAgent } from "../../adapters/agents/anthropic/anthropic-agent.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { look } from "../work/world.ts";
import { takePaid } from "./adopt-answer.ts";
import { gitPosition, keepAnswer } from "./after-dispatch.ts";
import { toOutcome } from "./run-agent.ts";

const USAGE = { input: 7, cacheRead: 0, cacheWrite: 0, output: 1, estimated: false };
const SEEN = { reads: [], refused: [], wrote: [], milliseconds: 1 };

async function prepare(more: { readonly tree?: string } = {}) {
  const repo = await tempRepo({ "README.md": "# R\n" });
  const told: string[] = [];
  const ports = await openPorts(repo.root, createBenchClock(Date.parse("2026-03-02T09:00:00Z")), (event) => {
    if (event.type === "warned") told.push(event.text);
  });
  const agent = createAnthropicAgent(anthropicOptions("http://127.0.0.1:9", join(repo.root, ".git", "sessions")));
  const session = await ports.runs.create(exampleHead());
  const about = { key: "007-rate-limit", slug: "rate-limit", folder: "docs/features/007-rate-limit" };
  const feature = { ...about, description: "rate limit", branch: "main" };
  const open = withAgent(ports, agent);
  const phase = testPhaseRun({ run: session.run, ports: open, feature, artifact: `${about.folder}/spec.md` });
  phase.world.accept(await look(phase));
  const dispatch: Dispatch = {
    ...{ step: "specify/1/0/spec-author/1", number: 1, role: "spec-author", round: 0, activity: "draft" },
    ...{ kind: "fresh", reason: "first-round", prompt: promptOf("Write it."), contextChars: 1 },
    ...{ session: undefined, writes: [phase.artifact], base: undefined, expected: phase.world.expected },
  };
  const before = { base: (await ports.snapshots.take()).tree, ...(await gitPosition(phase)), ...more };
  await repo.write({ [phase.artifact]: "# Spec\n" });
  const end = { status: "completed", reply: "Wrote it.", session: undefined, usage: USAGE } as const;
  await keepAnswer(phase, dispatch, toOutcome(phase, dispatch, end, SEEN), before);
  const rows = async () => (await ports.runs.outcomes(about.key)).map(({ outcome }) => outcome);
  return { repo, session, phase, dispatch, rows, told };
}

it("is looked at now, counts once in the bill, and is told in one line", async () => {
  const { session, phase, dispatch, rows, told } = await prepare();
  expect(await rows()).toMatchObject([{ usage: USAGE, unchecked: { branch: "main" } }]);

  const result = await takePaid(phase, dispatch);

  expect(result).toMatchObject({ status: "completed", changed: [{ path: phase.artifact, change: "added" }] });
  const [row, ...more] = await rows();
  expect([row?.usage, row?.unchecked, row?.world.blob, more]).toEqual([USAGE, undefined, expect.any(String), []]);
  expect(await phase.run.folder.read("dispatches/001-spec-author-fresh.reply.md")).toBe("Wrote it.");
  expect(told).toEqual(["mended: the answer of spec-author was kept; it is not paid for again"]);
  expect(await takePaid(phase, dispatch)).toEqual(result);
  await session.close();
});

it("waits while HEAD is on another branch, where every file looks changed", async () => {
  const { repo, session, phase, dispatch, rows } = await prepare();
  repo.git("switch", "--quiet", "-c", "other");

  await expect(takePaid(phase, dispatch)).rejects.toMatchObject({
    code: "repository-state",
    fix: "git switch main, then: iflow continue",
  });

  expect(await rows()).toMatchObject([{ unchecked: { branch: "main" } }]);
  await session.close();
});

it("is of no use where the work tree that it wrote in is gone, and counts in the bill", async () => {
  const { session, phase, dispatch, rows, told } = await prepare({ tree: "of another tree" });

  expect(await takePaid(phase, dispatch)).toEqual({
    ...{ status: "interrupted", base: null, patch: null, files: [], blob: dispatch.expected.blob },
  });

  expect(told).toEqual([expect.stringContaining("the answer of spec-author is of no use")]);
  expect(await rows()).toMatchObject([{ usage: USAGE }]);
  expect(await takePaid(phase, { ...dispatch, writes: [] })).toMatchObject({ status: "completed" });
  await session.close();
});

it("is not taken for another prompt", async () => {
  const { session, phase, dispatch } = await prepare();
  expect(await takePaid(phase, { ...dispatch, prompt: promptOf("Write another.") })).toBeUndefined();
  await session.close();
});
