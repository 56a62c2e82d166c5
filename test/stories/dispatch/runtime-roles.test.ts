// Runtimes by role: who writes and who judges need not be agents of the same kind, inside of a host or without one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { RESUMES } from "../../support/acp-runtime.ts";
import { TWO_ROUNDS as ACP_ROUNDS, acpWorkplace } from "../../support/acp-workplace.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { bundleForNode } from "../../support/bundle.ts";
import { calls, type ReplySource, says } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { workplace } from "../../support/iflow.ts";
import { connectMcp, playOrders } from "../../support/mcp-client.ts";
import { approve, createFeature, FEATURE, reject, SPEC_PATH, spec, TWO_ROUNDS } from "../../support/story.ts";

const program = bundleForNode("test/support/acp-agent.ts");
const HISTORY = `docs/features/${FEATURE}/.review-history.md`;
const REVIEWERS = { runtime: { roles: { reviewer: "anthropic" } } };

const MODEL: Record<string, readonly ReplySource[]> = {
  "spec reviewer": [
    handsIn({ ...reject("When does the count end?"), summary: "No external claims to verify." }),
    handsIn({ ...approve(), summary: "No external claims to verify." }),
  ],
  "phase reviewer": [handsIn(approve())],
  "spec author": [
    calls("write", { path: SPEC_PATH, content: spec("- AC-2: after a minute the count is zero again.\n") }),
    says("Added AC-2."),
  ],
};

async function api() {
  const rules = Object.entries(MODEL).map(([role, replies]) => ({
    when: (request: Parameters<typeof firstPrompt>[0]) => firstPrompt(request).startsWith(`You are the ${role}`),
    replies,
  }));
  const fake = await startFakeAnthropic(rules);
  onTestFinished(() => fake.close());
  return { ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
}

verifies(
  "FIN-2",
  "in a client without hooks the reviewers run on a runtime of the engine, are resumed there, and are nobody's own word",
  async () => {
    const place = await workplace();
    await place.write({ "iflow.config.json": JSON.stringify(REVIEWERS) });
    await createFeature(place);
    const bare = await connectMcp(place.root, { env: { ANTHROPIC_API_KEY: "" } });
    await expect(bare.call("start", { phase: "specify", yolo: true })).rejects.toThrow(
      /runtime\.roles gives spec-reviewer to anthropic: .*no key in ANTHROPIC_API_KEY[\s\S]*Fix: set ANTHROPIC_API_KEY/,
    );
    expect(existsSync(join(place.root, ".git", "iflow", "runs"))).toBe(false);

    const asked: string[] = [];
    const mcp = await connectMcp(place.root, {
      env: await api(),
      user: (message) => {
        asked.push(message);
        return "continue";
      },
    });
    const first = await mcp.call("start", { phase: "specify" });
    const last = await playOrders(place.root, mcp, { "spec-author": TWO_ROUNDS["spec-author"] ?? [] }, first);

    expect(last.state).toBe("done");
    const { document } = await place.json("show", FEATURE);
    const rows = document.data.runs[0].dispatches as { role: string; kind: string; runtime: string; session: string }[];
    expect(rows.map(({ role, kind, runtime }) => `${role} ${kind} ${runtime}`)).toEqual([
      "spec-author fresh host",
      "spec-reviewer fresh anthropic",
      "spec-author resume host",
      "spec-reviewer resume anthropic",
      "phase-reviewer fresh anthropic",
    ]);
    expect(place.read(HISTORY)).not.toMatch(/SELF-REPORTED|RESUME-FALLBACK/);
    expect(place.read(HISTORY).match(/^HOST-CONFIG: .*$/gm)).toEqual([
      "HOST-CONFIG: iflow.config.json was not as committed when the run began",
      "HOST-CONFIG: runtime.roles gives reviewers to anthropic",
    ]);
    expect(asked.at(-1)).not.toContain("self-reported");
  },
);

test("authors and reviewers of two runtimes; a session is only gone on with by the one that made it", async () => {
  const place = await acpWorkplace(program(), { ...RESUMES, roles: ACP_ROUNDS }, { config: REVIEWERS });
  const env = await api();

  const paused = await place.run(["specify", "--yolo", "--runtime", "acp", "--max-dispatches", "2"], env);
  expect(paused.stderr + paused.stdout).toContain("the limit of 2 dispatches has been reached");
  const args = ["continue", "--yolo", "--until", "specify", "--runtime", "anthropic", "--max-dispatches", "20"];
  const ended = await place.run(args, env);

  expect(ended.stderr + ended.stdout).toContain("Spec approved in 2 rounds");
  expect(place.outcomes().map(({ role, kind, runtime, status }) => `${role} ${kind} ${runtime} ${status}`)).toEqual([
    "spec-author fresh acp completed",
    "spec-reviewer fresh anthropic completed",
    "spec-author resume anthropic failed",
    "spec-author fallback anthropic completed",
    "spec-reviewer resume anthropic completed",
    "phase-reviewer fresh anthropic completed",
  ]);
  expect(place.read(HISTORY)).toContain(
    "RESUME-FALLBACK: spec-author iteration 1 — agent_id lost (its session belongs to acp, and anthropic goes on)",
  );
});
