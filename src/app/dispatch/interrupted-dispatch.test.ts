// The usage of a killed dispatch is one row, whatever else the dispatch had written by then.
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
import { fileOf } from "../work/given/dispatch-files.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { recoverDispatch } from "./interrupted-dispatch.ts";
import { toOutcome } from "./run-agent.ts";

const USAGE = { input: 7, cacheRead: 0, cacheWrite: 0, output: 1, estimated: false };
const NOTES = [{ type: "started" }, { type: "used", usage: USAGE }];
const SEEN = { reads: [], refused: [], wrote: [], milliseconds: 1 };

async function prepare() {
  const { root } = await tempRepo();
  const ports = await openPorts(root, createBenchClock(Date.parse("2026-03-02T09:00:00Z")), () => undefined);
  const agent = createAnthropicAgent(anthropicOptions("http://127.0.0.1:9", join(root, ".git", "sessions")));
  const session = await ports.runs.create(exampleHead());
  const about = { key: "007-rate-limit", slug: "rate-limit", folder: "docs/features/007-rate-limit" };
  const feature = { ...about, description: "rate limit", branch: "main" };
  const open = withAgent(ports, agent);
  const phase = testPhaseRun({ run: session.run, ports: open, feature, artifact: `${about.folder}/spec.md` });
  const dispatch: Dispatch = {
    ...{ step: "specify/1/1/spec-reviewer/1", number: 1, role: "spec-reviewer", round: 1, activity: "review" },
    ...{ kind: "fresh", reason: "first-round", prompt: promptOf("Review it."), contextChars: 1 },
    ...{ session: undefined, writes: [], base: undefined, expected: phase.world.expected },
  };
  const write = (path: string, text: string) => ports.tree.write(path, text);
  const rows = async () => (await ports.runs.outcomes(about.key)).map(({ outcome }) => outcome);
  return { session, phase, dispatch, rows, write, ports };
}

it("has no patch where its snapshot is gone: what it changed cannot be told, and the next look begins anew", async () => {
  const { session, phase, dispatch, write, ports } = await prepare();
  const writer = { ...dispatch, role: "spec-author", writes: [phase.artifact] } as const;
  await write(phase.artifact, "as it was");
  const { tree: base } = await ports.snapshots.take();
  await write(phase.artifact, "half written");
  const here = await recoverDispatch(phase, writer, [{ type: "started", base }]);
  await ports.snapshots.clear();
  const gone = await recoverDispatch(phase, { ...writer, number: 2 }, [{ type: "started", base }]);

  expect(here).toMatchObject({ status: "interrupted", base, files: [phase.artifact], patch: expect.any(String) });
  expect(gone).toMatchObject({ status: "interrupted", base: null, files: [], patch: null });
  await session.close();
});

it("is billed by its notes, and by its outcome where it had written one that is of no use any more", async () => {
  const { session, phase, dispatch, rows } = await prepare();
  await recoverDispatch(phase, dispatch, NOTES);
  expect(await rows()).toMatchObject([{ step: dispatch.step, reason: "interrupted", usage: USAGE }]);

  const next = { ...dispatch, number: 2, step: "specify/1/1/spec-reviewer/2" };
  const end = { status: "completed", reply: "Good.", session: undefined, usage: { ...USAGE, output: 9 } } as const;
  const answer = toOutcome(phase, { ...next, prompt: promptOf("Review it, as it was.") }, end, SEEN);
  const outcome = { ...answer, changed: [], meddled: [], world: { ...dispatch.expected } };
  await phase.run.folder.write(`${fileOf(next)}.outcome.json`, JSON.stringify(outcome));
  await recoverDispatch(phase, next, NOTES);

  expect((await rows()).slice(1)).toMatchObject([{ step: next.step, status: "completed", usage: { output: 9 } }]);
  await session.close();
});
