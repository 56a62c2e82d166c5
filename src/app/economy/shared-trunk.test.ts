// What a run knows about the beginnings in the provider's cache: whose they are, and how long they stay.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type BenchClock, createBenchClock } from "../../../bench/economy/clock.ts";
import { anthropicOptions } from "../../../test/support/anthropic-options.ts";
import { openPorts } from "../../../test/support/engine.ts";
import { ableTo, testPhaseRun, withAgent } from "../../../test/support/phase-run.ts";
import { exampleHead } from "../../../test/support/run-head.ts";
import { tempRepo } from "../../../test/support/temp-repo.ts";
import { createAnthropicAgent } from "../../adapters/agents/anthropic/anthropic-agent.ts";
import type { Outcome } from "../../domain/billing/outcome.ts";
import { NO_USAGE } from "../../domain/billing/usage.ts";
import { ConfigSchema } from "../../domain/config/config.ts";
import { composePrompt, type Prompt } from "../../domain/prompts/prompt.ts";
import { layOut } from "../../domain/prompts/trunk.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import { expectDispatch, noteSession } from "./expected-cost.ts";
import { noteTrunk, trunkOf, warmTrunk } from "./shared-trunk.ts";

const GUIDES = "Be kind. ".repeat(4_000);
const PRD = { title: "PRD", path: "prd.md", text: "Guessing must end. ".repeat(4_000) };

function promptFor(role: RoleId, isOnTrunk = true): Prompt {
  const rules = { slot: "guides", layer: "feature", text: GUIDES } as const;
  const tail = [{ slot: "role", layer: "frozen", text: `You are ${role}.` } as const, ...(isOnTrunk ? [] : [rules])];
  return layOut({ guides: GUIDES, ...(isOnTrunk && { trunk: { shared: [PRD], later: [] } }) }, tail);
}

const sent = (role: RoleId, isOnTrunk?: boolean) => ({ role, prompt: promptFor(role, isOnTrunk), session: undefined });

describe("the beginning that others have sent", () => {
  it("is read by every role on the trunk, and by none whose prompt stands alone or names what it builds on", async () => {
    for (const context of ["trunk", "inject", "lazy"] as const) {
      const { phase, clock } = await prepare(context);
      const [one, other] = [sent("code-quality-reviewer", context === "trunk"), sent("fixer", context === "trunk")];
      noteTrunk(phase, one, clock.milliseconds());

      expect([context, warmTrunk(phase, trunkOf(phase, other)) > 0]).toEqual([context, context === "trunk"]);
      expect(trunkOf(phase, sent("code-simplifier"))).toEqual([]);
    }
  });

  it("is not forgotten when a role that stands alone is sent out", async () => {
    const { phase, clock } = await prepare("trunk");
    noteTrunk(phase, sent("fixer"), clock.milliseconds());
    noteTrunk(phase, sent("code-simplifier", false), clock.milliseconds());

    expect(warmTrunk(phase, trunkOf(phase, sent("security-reviewer")))).toBeGreaterThan(20_000);
  });

  it("is none where the runtime keeps no beginnings, whatever the prompts look like", async () => {
    const { phase: able, clock } = await prepare("trunk");
    const phase = ableTo(able, { trunk: false });
    noteTrunk(phase, sent("fixer"), clock.milliseconds());

    expect(phase.spending.beginnings.size).toBe(0);
  });

  it("makes a fresh dispatch cheap while it is warm: until the last dispatch on it ends, and five minutes more", async () => {
    const { phase, clock } = await prepare("trunk");
    const estimate = () => expectDispatch(phase, order("security-reviewer")).estimate ?? 0;
    const alone = estimate();
    noteTrunk(phase, sent("fixer"), clock.milliseconds());
    expect(estimate()).toBeLessThan(alone / 2);

    await clock.advance(600_000); // the fixer works for ten minutes
    expect(estimate()).toBe(alone);
    noteSession(phase, sent("fixer"), outcome("fixer", "a@1", clock));
    expect(estimate()).toBeLessThan(alone / 2);

    await clock.advance(600_000);
    expect(estimate()).toBe(alone);
    noteSession(phase, { ...sent("fixer"), session: "a@1" }, outcome("fixer", "a@2", clock));
    expect(estimate()).toBeLessThan(alone / 2);
  });

  it("is read by a session that stands on it when the rest of the session is gone", async () => {
    const { phase, clock } = await prepare("trunk");
    const change = composePrompt([{ slot: "work", layer: "round", text: "Look again." }]);
    const resumed = { ...order("security-reviewer"), prompt: change, session: "r@1" };
    noteSession(phase, sent("security-reviewer"), outcome("security-reviewer", "r@1", clock));
    await clock.advance(600_000);
    const cold = expectDispatch(phase, resumed).estimate ?? 0;
    noteTrunk(phase, sent("fixer"), clock.milliseconds());

    expect(expectDispatch(phase, resumed).estimate).toBeLessThan(cold / 2);
    expect(expectDispatch(phase, resumed).expectedRead).toBeUndefined();
  });
});

function order(role: RoleId): Dispatch {
  const prompt = promptFor(role);
  return {
    ...{
      step: "implement/1/1/x/1",
      number: 1,
      role,
      round: 1,
      activity: "review",
      kind: "fresh",
      reason: "first-round",
    },
    ...{ prompt, contextChars: prompt.text.length, session: undefined, writes: [], base: undefined },
    expected: { branch: null, head: null, blob: null, meta: null },
  };
}

function outcome(role: RoleId, session: string, clock: BenchClock): Outcome {
  const { text } = promptFor(role);
  return {
    ...{
      step: "implement/1/1/x/1",
      prompt: "",
      phase: "implement",
      role,
      round: 1,
      kind: "fresh",
      reason: "first-round",
    },
    ...{ status: "completed", reply: "", sessionLost: false, session, reads: [], refused: [], wrote: [], changed: [] },
    ...{ meddled: [], world: { branch: null, head: null, blob: null, meta: null }, milliseconds: 1 },
    ...{ promptChars: text.length, contextChars: text.length, at: clock.now().toISOString() },
    usage: { ...NO_USAGE, cacheWrite: Math.ceil(text.length / 4), firstRead: 0, output: 100 },
  };
}

async function prepare(context: "lazy" | "inject" | "trunk"): Promise<{ phase: PhaseRun; clock: BenchClock }> {
  const repo = await tempRepo({ "README.md": "x" });
  const base = repo.git("rev-parse", "HEAD");
  const clock = createBenchClock(Date.parse("2026-03-02T09:00:00Z"));
  const ports = await openPorts(repo.root, clock, () => undefined);
  const options = anthropicOptions("http://127.0.0.1:9", join(repo.root, ".git", "sessions"));
  const model = "claude-opus-5-5";
  const agent = createAnthropicAgent({ ...options, models: { strong: model, standard: model, light: model } });
  const config = ConfigSchema.parse({ review: { context } });
  const session = await ports.runs.create(exampleHead({ phase: "implement", base, branch: "main", config }));
  const feature = { key: "007-rate-limit", slug: "rate-limit", folder: "docs/features/007-rate-limit" };
  const about = { ...feature, description: "rate limit", branch: "main" };
  const phase = testPhaseRun({
    run: session.run,
    ports: withAgent(ports, agent),
    feature: about,
    artifact: "log.md",
  });
  await session.close();
  return { phase, clock };
}
