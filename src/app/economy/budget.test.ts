// What a budget counts: this process's dispatches in progress by their estimate, those of a dead process by their
// usage.
import { join } from "node:path";
import { expect, it } from "vitest";
import { createBenchClock } from "../../../bench/economy/clock.ts";
import { anthropicOptions } from "../../../test/support/anthropic-options.ts";
import { openPorts } from "../../../test/support/engine.ts";
import { testPhaseRun, withAgent } from "../../../test/support/phase-run.ts";
import { exampleHead } from "../../../test/support/run-head.ts";
import { tempRepo } from "../../../test/support/temp-repo.ts";
import { createAnthropicAgent } from "../../adapters/agents/anthropic/anthropic-agent.ts";
import type { StepContext } from "../../ports/runs/runs.ts";
import { Spending } from "../work/state/spending.ts";
import { requireRoom, withinBudget } from "./budget.ts";

const SENT = {
  ...{ file: "dispatches/001-spec-author-fresh", prompt: "", phase: "specify", role: "spec-author", round: 0 },
  ...{ kind: "fresh", runtime: "anthropic", promptChars: 1, contextChars: 1, at: "2026-03-02T09:00:00.000Z" },
};
const USAGE = { input: 1, cacheRead: 0, cacheWrite: 0, output: 0, cost: 0.5, estimated: false };

async function prepare() {
  const { root } = await tempRepo();
  const ports = await openPorts(root, createBenchClock(Date.parse(SENT.at)), () => undefined);
  const agent = createAnthropicAgent(anthropicOptions("http://127.0.0.1:9", join(root, ".git", "sessions")));
  const session = await ports.runs.create(exampleHead());
  const about = { key: "007-rate-limit", slug: "rate-limit", folder: "docs/features/007-rate-limit" };
  const feature = { ...about, description: "rate limit", branch: "main" };
  const open = withAgent(ports, agent);
  const budget = { maxCost: 2, maxDispatches: 2 };
  return {
    session,
    phase: testPhaseRun({ run: session.run, ports: open, feature, artifact: `${about.folder}/spec.md`, budget }),
  };
}

async function noteUse({ note }: StepContext): Promise<void> {
  await note({ type: "started", sent: SENT });
  await note({ type: "used", usage: USAGE });
}

it("counts a dispatch at work once, by its estimate, and by what it used once it has ended", async () => {
  const { session, phase } = await prepare();
  const died = session.run.step({
    name: "a",
    input: null,
    work: (context) =>
      withinBudget(phase, { step: "a", estimate: 1.5 }, async () => {
        await noteUse(context);
        const unlooked = { ...phase, spending: new Spending(phase.spending.budget) }; // forgets what was spent
        unlooked.spending.begin({ step: "a", estimate: 1.5 });
        await requireRoom(unlooked, { estimate: 0.4 }); // one dispatch asked, and room for 0.5
        await expect(requireRoom(unlooked, { estimate: 0.6 })).rejects.toThrow("$0.00 spent, about $2.10 expected");
        throw new Error("killed");
      }),
  });
  await expect(died).rejects.toThrow("killed");

  await requireRoom(phase, { estimate: 1.4 });
  await expect(requireRoom(phase, { estimate: 1.6 })).rejects.toThrow("$0.50 spent, about $1.60 expected");
  phase.spending.begin({ step: "b", estimate: 0 });
  await expect(requireRoom(phase, {})).rejects.toThrow("the limit of 2 dispatches has been reached");
  await session.close();
});
