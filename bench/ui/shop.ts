// A repository with many features, each with as many dispatches: nine of ten are merged, the tenth is open in specify.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createJournalRuns } from "../../src/adapters/runs/journal-runs.ts";
import { exampleHead } from "../../test/support/run-head.ts";

export async function fill(root: string, count: number, dispatches: number): Promise<void> {
  mkdirSync(root, { recursive: true });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "bench");
  git("config", "user.email", "bench@iflow.invalid");
  writeFileSync(join(root, "iflow.config.json"), "{}");
  for (let at = 1; at <= count; at++) {
    const folder = join(root, "docs", "features", keyOf(at));
    mkdirSync(folder, { recursive: true });
    const isOpen = at % 10 === 0;
    const meta = { id: String(at).padStart(3, "0"), slug: `part-${at}`, description: `part ${at}`, mode: "standard" };
    const state = { status: isOpen ? "active" : "completed", created: timeAt(at, 0), branch: `feature/${keyOf(at)}` };
    const last = { lastCompletedPhase: isOpen ? null : "finish", phases: {} };
    writeFileSync(join(folder, ".meta.json"), JSON.stringify({ ...meta, ...state, ...last }));
    writeFileSync(join(folder, "spec.md"), `# Specification: part ${at}\n\nText.\n`);
  }
  git("add", "--all");
  git("commit", "--quiet", "--message", "start");
  const base = git("rev-parse", "HEAD");
  for (let at = 10; at <= count; at += 10) git("branch", `feature/${keyOf(at)}`);
  const gitDir = join(root, ".git");
  const runs = createJournalRuns({ commonDir: gitDir, gitDir, clock: { now: () => new Date("2026-03-01T10:00:00Z") } });
  for (let at = 1; at <= count; at++) {
    const key = keyOf(at);
    const head = { ...exampleHead(), id: `${key}.specify.1`, feature: key, branch: `feature/${key}`, base };
    const session = await runs.create({ ...head, createdAt: timeAt(at, 0) });
    for (let n = 1; n <= dispatches; n++) {
      const role = n % 2 === 0 ? "spec-reviewer" : "spec-author";
      const step = `specify/1/${Math.ceil(n / 2)}/${role}/1`;
      const file = `dispatches/${String(n).padStart(3, "0")}-${role}-fresh`;
      await session.run.step({
        ...{ name: step, input: n },
        work: async ({ note }) => {
          await note({ type: "sent", sent: { role, round: Math.ceil(n / 2), kind: "fresh", runtime: "claude" } });
          await session.run.folder.write(
            `${file}.outcome.json`,
            JSON.stringify(outcomeOf(step, role, n, timeAt(at, n))),
          );
          return { status: "completed", file };
        },
      });
    }
    if (at % 10 === 0) await session.close();
    else await session.end("continue");
  }
}

function outcomeOf(step: string, role: string, n: number, at: string) {
  const reply = role === "spec-author" ? "Wrote it." : JSON.stringify({ approved: true, issues: [], summary: "Good." });
  return {
    ...{
      step,
      prompt: "0".repeat(64),
      phase: "specify",
      role,
      round: Math.ceil(n / 2),
      kind: "fresh",
      reason: "first-round",
    },
    ...{ status: "completed", reply, sessionLost: false, session: "s", runtime: "claude", reads: [], refused: [] },
    ...{ changed: [], world: { branch: null, head: null, blob: null, meta: null }, cost: 0.02, promptChars: 4000 },
    ...{
      usage: { input: 1000, cacheRead: 5000, cacheWrite: 500, output: 90 },
      contextChars: 9000,
      milliseconds: 900,
      at,
    },
  };
}

export function keyOf(at: number): string {
  return `${String(at).padStart(3, "0")}-part-${at}`;
}

function timeAt(feature: number, minute: number): string {
  return new Date(Date.UTC(2026, 0, 1) + feature * 3_600_000 + minute * 60_000).toISOString();
}
