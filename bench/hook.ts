// How long Claude Code waits for our hooks: each beside a bare `node -e 0`, taken in turn in one run, in a repository with an
// open run.
// Usage: node scripts/bench.mjs hook [--json] [--rounds 25]   (from the repository root, after npm run build)
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { json: { type: "boolean" }, rounds: { type: "string", default: "25" } } });
const main = join(process.cwd(), "dist", "main.js");
const folder = mkdtempSync(join(tmpdir(), "iflow-bench-hook-"));

try {
  makeRepository(folder);
  const hook = (event: string, input: object) => ({
    args: [main, "hook", event],
    input: JSON.stringify({ session_id: "bench", cwd: folder, ...input }),
    goal: 2,
  });
  const commands: Record<string, { readonly args: readonly string[]; readonly input: string; readonly goal: number }> =
    {
      "node -e 0": { args: ["-e", "0"], input: "", goal: 1 },
      "session-start": hook("session-start", { source: "startup" }),
      "pre-tool-use": hook("pre-tool-use", { tool_name: "Bash", tool_input: { command: "ls" } }),
      stop: hook("stop", {}),
    };
  const times: Record<string, number[]> = {};
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, { args, input }] of Object.entries(commands))
      times[name] = [...(times[name] ?? []), time(args, input)];
  }
  const bare = median(times["node -e 0"] ?? []);
  const rows = Object.entries(commands).map(([name, { goal }]) => {
    const milliseconds = median(times[name] ?? []);
    return { name, milliseconds: round(milliseconds), ratio: round(milliseconds / bare), goal };
  });
  if (values.json) console.log(JSON.stringify({ node: process.version, rounds: Number(values.rounds), rows }, null, 2));
  else {
    console.log("hook            median ms   times bare node   goal");
    for (const row of rows) {
      console.log(
        `${row.name.padEnd(14)} ${row.milliseconds.toFixed(1).padStart(10)} ${row.ratio.toFixed(2).padStart(17)} ${row.goal.toFixed(1).padStart(6)}`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function makeRepository(root: string): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "bench");
  git("config", "user.email", "bench@iflow.invalid");
  git("commit", "--quiet", "--allow-empty", "--message", "start");
  const iflow = (...args: string[]) => execFileSync(process.execPath, [main, ...args], { cwd: root, stdio: "pipe" });
  iflow("create-feature", "a feature");
  try {
    iflow("specify", "--runtime", "host", "--yolo");
  } catch {
    // it waits for an agent: that is the open run
  }
}

function time(args: readonly string[], input: string): number {
  const begun = process.hrtime.bigint();
  execFileSync(process.execPath, args, { cwd: folder, input, stdio: "pipe" });
  return Number(process.hrtime.bigint() - begun) / 1e6;
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
