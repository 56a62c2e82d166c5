// How the code gets onto the trunk: whole while it fits, else as a diff, else as a list; and when the trunk is rebuilt.
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createBenchClock } from "../../../../../bench/economy/clock.ts";
import { anthropicOptions } from "../../../../../test/support/anthropic-options.ts";
import { openPorts } from "../../../../../test/support/engine.ts";
import { ableTo, testPhaseRun, withAgent } from "../../../../../test/support/phase-run.ts";
import { exampleHead } from "../../../../../test/support/run-head.ts";
import { type TempRepo, tempRepo } from "../../../../../test/support/temp-repo.ts";
import { createAnthropicAgent } from "../../../../adapters/agents/anthropic/anthropic-agent.ts";
import { DEFAULT_CONFIG } from "../../../../domain/config/config.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import { codeTrunk } from "./code-trunk.ts";
import { Implementation } from "./implementation.ts";

const FILES = { "src/a.ts": `${"const a = 1;\n".repeat(200)}`, "src/b.ts": "export const b = 2;\n" };
const CHANGED = { "src/a.ts": `${FILES["src/a.ts"]}const more = 3;\n` };
const SESSION = { agent_id: "x@1", iteration1_prompt_length: 1, iteration1_content_length: 1 };
const ENTRY = { ...SESSION, last_iteration: 1, last_commit_sha: "" };

describe("the code on the trunk", () => {
  it("stands there whole while it takes at most half of the longest prompt, and not with one character more", async () => {
    const { phase } = await prepare();
    const whole = await shown(ableTo(phase, { promptChars: 1_000_000 }));
    const longest = 2 * (whole?.code.length ?? 0);

    expect(whole).toMatchObject({ isWhole: true, deltas: [] });
    expect(whole?.code).toContain(FILES["src/a.ts"].trimEnd());
    expect(whole?.code).toContain("### src/image.bin\n(no text)");
    expect(whole?.code).toContain("### src/gone.ts\n(not in the commit; read it if it matters)");

    expect(await shown(ableTo(phase, { promptChars: longest }))).toMatchObject({ isWhole: true });
    const diff = await shown(ableTo(phase, { promptChars: longest - 1 }));
    expect(diff?.isWhole).toBe(false);
    expect(diff?.code).toContain("too large to stand here whole");
    expect(diff?.code).toContain("+const more = 3;");
    expect(diff?.code).not.toContain(FILES["src/a.ts"].trimEnd());
  });

  it("F10: shows nothing of a file that agents.deny closes, neither whole nor as a change", async () => {
    const { phase } = await prepare(["src/a.ts"]);
    const whole = await shown(ableTo(phase, { promptChars: 1_000_000 }));
    expect(whole?.code).toContain("### src/a.ts\n(not shown: agents.deny closes it)");
    expect(whole?.code).toContain("export const b = 2;");
    expect(whole?.code).not.toContain("const a = 1;");
    const diff = await shown(ableTo(phase, { promptChars: 2 * (whole?.code.length ?? 0) - 1 }));
    expect([diff?.isWhole, diff?.code.includes("const more")]).toEqual([false, false]);
  });

  it("is a list of files where the diff is too long as well, or where there is none", async () => {
    const { phase, repo } = await prepare();
    const list = "The files are too large to stand here; read what you need:\n- src/a.ts\n- src/b.ts\n- src/gone.ts\n";
    const listed = { isWhole: false, code: expect.stringContaining(list) };
    expect(await shown(ableTo(phase, { promptChars: 400 }))).toMatchObject(listed);

    phase.world.committed(repo.git("rev-parse", "HEAD~1")); // what the run began with
    expect(await shown(ableTo(phase, { promptChars: 2_000 }))).toMatchObject(listed);
  });

  it("grows by one change per commit, and is laid anew when the changes pass 40 % of documents and code", async () => {
    const { phase, repo } = await prepare();
    const code = implementation();
    const commit = async (files: Record<string, string>) => {
      await repo.write(files);
      repo.git("commit", "--quiet", "--all", "--message", "fix");
      phase.world.committed(repo.git("rev-parse", "HEAD"));
    };
    phase.sessions.remember("security-reviewer", ENTRY);
    phase.sessions.remember("fixer", ENTRY);
    phase.sessions.requireFresh(["fixer"], "invalid-reply");
    const laid = await codeTrunk(phase, code, undefined);

    await commit({ "src/b.ts": "export const b = 3;\n" });
    const grown = await codeTrunk(phase, code, "Counts from three.\n## Decisions");
    expect(grown).toMatchObject({ code: laid?.code, isWhole: true });
    expect(grown?.deltas).toEqual([
      expect.stringContaining("### What the fixer says\nCounts from three.\n\\## Decisions"),
    ]);
    expect(await codeTrunk(phase, code, "Counts from three.\n## Decisions")).toEqual(grown); // no change, so nothing is added
    expect(reasons(phase)).toEqual({ fixer: "invalid-reply" });

    await commit({ "src/b.ts": `${"export const other = 4;\n".repeat(100)}` });
    const again = await codeTrunk(phase, code, "Counts from four.");
    expect(again).toMatchObject({ isWhole: true, deltas: [] });
    expect(again?.code).toContain("export const other = 4;");
    // A role that already has another reason to start fresh keeps that reason.
    expect(reasons(phase)).toEqual({ fixer: "invalid-reply", "security-reviewer": "rebase" });
  });

  it("that everybody has read for themselves is measured by its own size, not by the list that stands for it", async () => {
    const { phase: able, repo } = await prepare();
    const code = implementation();
    const phase = ableTo(able, { promptChars: 3_000 });
    phase.sessions.remember("fixer", ENTRY);
    phase.world.committed(repo.git("rev-parse", "HEAD~1"));
    await codeTrunk(phase, code, undefined);
    await repo.write({ "src/b.ts": "export const other = 4;\n".repeat(20) });
    repo.git("commit", "--quiet", "--all", "--message", "fix");
    phase.world.committed(repo.git("rev-parse", "HEAD"));

    expect(await codeTrunk(phase, code, "Did it.")).toMatchObject({ isWhole: false, deltas: [expect.any(String)] });
    expect(reasons(phase)).toEqual({});
  });

  it("is nowhere without a trunk", async () => {
    const { phase } = await prepare();
    expect(await shown(ableTo(phase, { trunk: false }))).toBeUndefined();
  });
});

/** The first trunk of the phase. */
function shown(phase: PhaseRun) {
  return codeTrunk(phase, implementation(), undefined);
}

function implementation(): Implementation {
  return new Implementation({
    setup: { at: "", prd: null, guides: undefined, lessons: new Map(), featureText: "" },
    documents: { prd: "", spec: "", design: "", plan: "", tasks: "" },
    project: undefined,
    files: ["src/b.ts", "src/image.bin", "src/a.ts", "src/gone.ts"],
    roster: { reviewers: [], policy: { maxRounds: 5, finalValidation: "changed" } },
  });
}

/** Why roles must start fresh. */
function reasons({ sessions }: PhaseRun) {
  return Object.fromEntries(
    sessions.roles().flatMap((role) => {
      const reason = sessions.freshReason(role);
      return reason === undefined ? [] : [[role, reason]];
    }),
  );
}

async function prepare(deny: string[] = []): Promise<{ phase: PhaseRun; repo: TempRepo }> {
  const repo = await tempRepo({ ...FILES, "src/image.bin": "a\0b" });
  const base = repo.git("rev-parse", "HEAD");
  await repo.write(CHANGED);
  repo.git("commit", "--quiet", "--all", "--message", "task");
  const clock = createBenchClock(Date.parse("2026-03-02T09:00:00Z"));
  const ports = await openPorts(repo.root, clock, () => undefined);
  const agent = createAnthropicAgent(anthropicOptions("http://127.0.0.1:9", join(repo.root, ".git", "sessions")));
  const session = await ports.runs.create(
    exampleHead({
      phase: "implement",
      base,
      branch: "main",
      config: { ...DEFAULT_CONFIG, agents: { ...DEFAULT_CONFIG.agents, deny } },
    }),
  );
  const feature = { key: "007-rate-limit", slug: "rate-limit", folder: "docs/features/007-rate-limit" };
  const about = { ...feature, description: "rate limit", branch: "main" };
  const phase = testPhaseRun({
    run: session.run,
    ports: withAgent(ports, agent),
    feature: about,
    artifact: `${feature.folder}/implementation-log.md`,
  });
  phase.world.committed(repo.git("rev-parse", "HEAD"));
  onTestFinished(() => session.close());
  return { phase, repo };
}
