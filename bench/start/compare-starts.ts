// How long commands take beside a bare `node -e 0`, taken in turn in one run: only the ratios mean something, the times are
// this machine's.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median } from "./median.ts";

export interface Start {
  readonly args: readonly string[];
  readonly input?: string;
  /** At most so many times bare node. */
  readonly goal: number;
}

const BARE = "node -e 0";

/** `prepare` is given an empty repository with one commit, and says what is started there; `--json` and `--rounds` are the user's. */
export function compareStarts(
  title: string,
  prepare: (root: string, iflow: (...args: string[]) => void) => Record<string, Start>,
): void {
  const { values } = parseArgs({ options: { json: { type: "boolean" }, rounds: { type: "string", default: "25" } } });
  const rounds = Number(values.rounds);
  const root = mkdtempSync(join(tmpdir(), "iflow-bench-start-"));
  try {
    makeRepository(root);
    const iflow = (...args: string[]) =>
      void execFileSync(process.execPath, [MAIN, ...args], { cwd: root, stdio: "pipe" });
    const starts = { [BARE]: { args: ["-e", "0"], goal: 1 }, ...prepare(root, iflow) };
    const rows = measure(root, starts, rounds);
    if (values.json) console.log(JSON.stringify({ node: process.version, rounds, rows }, null, 2));
    else console.log([`${title.padEnd(15)} median ms   times bare node   goal`, ...rows.map(lineOf)].join("\n"));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export const MAIN = join(process.cwd(), "dist", "main.js");

interface Row {
  readonly name: string;
  readonly milliseconds: number;
  readonly ratio: number;
  readonly goal: number;
}

function measure(root: string, starts: Record<string, Start>, rounds: number): Row[] {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, start] of Object.entries(starts)) times[name] = [...(times[name] ?? []), time(root, start)];
  }
  const bare = median(times[BARE] ?? []);
  return Object.entries(starts).map(([name, { goal }]) => {
    const milliseconds = median(times[name] ?? []);
    return { name, milliseconds: round(milliseconds), ratio: round(milliseconds / bare), goal };
  });
}

function time(cwd: string, { args, input = "" }: Start): number {
  const begun = process.hrtime.bigint();
  execFileSync(process.execPath, args, { cwd, input, stdio: "pipe" });
  return Number(process.hrtime.bigint() - begun) / 1e6;
}

function lineOf({ name, milliseconds, ratio, goal }: Row): string {
  return `${name.padEnd(14)} ${milliseconds.toFixed(1).padStart(10)} ${ratio.toFixed(2).padStart(17)} ${goal.toFixed(1).padStart(6)}`;
}

function makeRepository(cwd: string): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "bench");
  git("config", "user.email", "bench@iflow.invalid");
  git("commit", "--quiet", "--allow-empty", "--message", "start");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
