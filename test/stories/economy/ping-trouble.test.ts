// Pings that nobody waits for: the agent comes back, the person stops the run, the process dies. Each may have been billed,
// so each has its row before it leaves; and none is sent that a budget has no room for.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createBenchClock } from "../../../bench/economy/clock.ts";
import type { Outcome } from "../../../src/domain/billing/outcome.ts";
import { IflowError } from "../../../src/domain/text/errors.ts";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { type EngineRun, runPhase } from "../../support/engine.ts";
import { PREFILLED } from "../../support/fake-anthropic/prefill.ts";
import { calls, closedGate, type ReplySource } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, lastPrompt, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, reject, SPEC_PATH, spec } from "../../support/story.ts";

const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);
const write = (content: string) => calls("write", { path: SPEC_PATH, content });
const NO_CLAIMS = { summary: "No external claims to verify." };
/** The author takes ten minutes for its revision: longer than a cache entry lives. */
const REVISION_MS = 600_000;

interface Play extends Pick<EngineRun, "budget" | "signal"> {
  /** How a ping is answered. */
  readonly ping: (rows: Outcome[]) => Promise<unknown> | undefined;
}

async function played({ ping, ...run }: Play) {
  const place = await workplace();
  await createFeature(place);
  const clock = createBenchClock(Date.parse("2026-03-02T09:00:00Z"));
  const folder = join(place.runFolder(FEATURE, 1), "dispatches");
  const rows = (): Outcome[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".outcome.json"))
      .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const roles: Record<string, readonly ReplySource[]> = {
    "spec author": [
      write(spec()),
      { ...handsIn("Wrote it."), usage: { output_tokens: 50_000 } }, // so that estimates of small answers do not matter
      write(spec("- AC-2: after a minute the count is zero again.\n")),
      handsIn("Added AC-2."),
    ],
    "spec reviewer": [
      handsIn({ ...reject("When does the count end?"), ...NO_CLAIMS }),
      handsIn({ ...approve(), ...NO_CLAIMS }),
    ],
    "phase reviewer": [handsIn(approve())],
  };
  const isRevision = (request: MessagesRequest) =>
    isAskedAs("spec author")(request) && lastPrompt(request).includes("When does the count end?");
  let isSlow = true;
  const fake = await startFakeAnthropic(
    [
      {
        prefills: true,
        replies: [
          () => {
            const after = ping(rows());
            return after ? { ...PREFILLED, after } : PREFILLED;
          },
        ],
      },
      ...Object.entries(roles).map(([role, replies]) => ({ when: isAskedAs(role), replies })),
    ],
    {
      clock: () => clock.milliseconds(),
      firstTokenGate: (request) => {
        if (!isSlow || !isRevision(request) || request.body.max_tokens === 0) return undefined;
        isSlow = false;
        return clock.advance(REVISION_MS);
      },
    },
  );
  onTestFinished(() => fake.close());
  const end = await runPhase({ root: place.root, feature: FEATURE, url: fake.url, clock, ...run });
  const sent = fake.records.filter(({ prefill }) => prefill).length;
  return { end, sent, rows: rows(), pings: rows().filter(({ kind }) => kind === "ping") };
}

const costOf = (rows: readonly Outcome[]) => rows.reduce((sum, { cost = 0 }) => sum + cost, 0);

verifies(
  ["RES-4", "FIN-3"],
  "a ping whose answer is not awaited has its row before it leaves; none is sent beyond the budget",
  async () => {
    const never = closedGate().opened;
    let atDeparture: Outcome[] = [];
    const overtaken = await played({
      ping: (rows) => {
        atDeparture = rows.filter(({ kind }) => kind === "ping");
        return never;
      },
    });

    expect(overtaken.end.result).toMatchObject({ type: "ended" });
    expect(overtaken.sent).toBe(1);
    const [row] = overtaken.pings;
    expect(row).toMatchObject({
      ...{ role: "spec-reviewer", reason: "keep-warm", status: "failed" },
      error: expect.stringContaining("estimated"),
      usage: { cacheRead: expect.any(Number), estimated: true },
    });
    expect(row?.cost).toBeGreaterThan(0);
    expect(atDeparture).toEqual([row]); // a process that is killed now leaves the same row

    // the person stops the run; that every dispatch allowed is under way concerns no ping
    const person = new AbortController();
    const stopped = await played({
      ping: () => {
        person.abort();
        return never;
      },
      signal: person.signal,
      budget: { maxDispatches: 3, maxCost: 100 },
    });
    expect(stopped.end.thrown).toMatchObject({ code: "interrupted" });
    expect(stopped.pings).toMatchObject([{ status: "failed", usage: row?.usage, cost: row?.cost }]);

    // room for the author, and a ping's worth of reading, but not for finding the session gone
    const place = overtaken.rows.findIndex(({ role, round }) => role === "spec-author" && round > 0);
    const spent = costOf(overtaken.rows.slice(0, place));
    const estimate = overtaken.rows[place]?.estimate ?? 0;
    const gone = ((row?.usage.cacheRead ?? 0) * 5) / 1_000_000;
    const maxCost = spent + estimate + 0.9 * gone;
    const tight = await played({ ping: () => undefined, budget: { maxCost } });
    expect(tight.sent).toBe(0);
    expect(tight.pings).toEqual([]);
    expect(tight.end.events).toContainEqual({
      type: "warned",
      text: expect.stringMatching(/^spec-reviewer could not be kept warm: the budget of \$/),
    });
    expect(tight.rows.some(({ role, round }) => role === "spec-author" && round > 0)).toBe(true);
    expect(tight.end.thrown === undefined || tight.end.thrown instanceof IflowError).toBe(true);
    expect(costOf(tight.rows)).toBeLessThanOrEqual(maxCost);
  },
);
