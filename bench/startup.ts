// How quickly the command answers: `iflow --help` and `iflow status` beside a bare `node -e 0`, taken in turn in one run.
// Usage: node scripts/bench.mjs startup [--json] [--rounds 25]   (from the repository root, after npm run build)
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { json: { type: "boolean" }, rounds: { type: "string", default: "25" } } });
const main = join(process.cwd(), "dist", "main.js");
const folder = mkdtempSync(join(tmpdir(), "iflow-bench-startup-"));

try {
  makeRepository(folder);
  const commands: Record<string, { readonly args: readonly string[]; readonly goal: number }> = {
    "node -e 0": { args: ["-e", "0"], goal: 1 },
    "iflow --help": { args: [main, "--help"], goal: 1.5 },
    "iflow status": { args: [main, "status"], goal: 2 },
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, { args }] of Object.entries(commands)) times[name] = [...(times[name] ?? []), time(args)];
  }
  const bare = median(times["node -e 0"] ?? []);
  const rows = Object.entries(commands).map(([name, { goal }]) => {
    const milliseconds = median(times[name] ?? []);
    return { name, milliseconds: round(milliseconds), ratio: round(milliseconds / bare), goal };
  });
  if (values.json) console.log(JSON.stringify({ node: process.version, rounds: Number(values.rounds), rows }, null, 2));
  else {
    console.log("command         median ms   times bare node   goal");
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
  git(
    "-c",
    "user.name=bench",
    "-c",
    "user.email=bench@iflow.invalid",
    "commit",
    "--quiet",
    "--allow-empty",
    "--message",
    "start",
  );
  git("config", "user.name", "bench");
  git("config", "user.email", "bench@iflow.invalid");
  execFileSync(process.execPath, [main, "create-feature", "a feature"], { cwd: root, stdio: "pipe" });
}

function time(args: readonly string[]): number {
  const begun = process.hrtime.bigint();
  execFileSync(process.execPath, args, { cwd: folder, stdio: "pipe" });
  return Number(process.hrtime.bigint() - begun) / 1e6;
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
