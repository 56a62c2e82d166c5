// What resuming saves, in characters: `node scripts/bench.mjs loops REPLAYS [FEATURES] [--json]`. REPLAYS holds one JSON a real
// document loop (the artifact before and after each revision), FEATURES the feature folders whose documents a fresh
// reviewer reads. Prompts are the engine's own, deltas are git's. Both measures side by side: the seeds' (prompt text
// alone) and ours (what an agent is given); NFR1: a resumed prompt is shorter; NFR3: five rounds under half of five fresh.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPromptFiles } from "../src/adapters/files/prompt-files.ts";
import { type LoopSaving, measureLoops, type Saving, type SentLine } from "../src/domain/loop-savings.ts";
import { freshReviewPrompt, resumedReviewPrompt } from "../src/domain/review-prompt.ts";
import { type RoleId, roleOf } from "../src/domain/role.ts";

interface Replay {
  readonly feature: string;
  readonly phase: string;
  readonly stage: "domain" | "phase";
  readonly artifact: string;
  readonly iterations: readonly { readonly before: string; readonly after: string }[];
}

const ROUNDS = 5;
const SUMMARY = "Answered each issue in place; nothing else was changed. ".repeat(5);
const REVIEWERS: Readonly<Record<string, RoleId>> = {
  specify: "spec-reviewer",
  design: "design-reviewer",
  "create-plan": "plan-reviewer",
  "create-tasks": "task-reviewer",
};

const [replays, features] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (replays === undefined) {
  console.error("usage: node scripts/bench.mjs loops REPLAYS [FEATURES] [--json]");
  process.exit(2);
}
const prompts = createPromptFiles("prompts");
const scratch = mkdtempSync(join(tmpdir(), "iflow-bench-"));
try {
  const report = { documents: summarize(await documentLoops(replays)), implement: summarize(await implementLoop()) };
  if (process.argv.includes("--json")) console.log(JSON.stringify(report, null, 2));
  else print(report);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function documentLoops(folder: string): Promise<LoopSaving[]> {
  const lines: SentLine[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
    const replay: Replay = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const revisions = replay.iterations.filter(({ before, after }) => before !== "" && before !== after);
    const [first] = revisions;
    if (!first) continue;
    const role = replay.stage === "phase" ? "phase-reviewer" : REVIEWERS[replay.phase]!;
    const required = roleOf(role).artifacts[replay.phase] ?? [];
    const isPasted = !required.some((file) => file === replay.artifact);
    const text = await freshPrompt(role, replay.phase, required, isPasted ? first.before : undefined);
    const requiredChars = required.reduce(
      (sum, file) => sum + (file === replay.artifact ? first.before.length : documentChars(replay.feature, file)),
      0,
    );
    const deltas = revisions.map(({ before, after }) => diffOf(before, after));
    lines.push(
      ...loopOf(name, role, text.length, text.length + requiredChars, (round) => deltas[(round - 2) % deltas.length]!),
    );
  }
  return measureLoops(lines);
}

/** Sizes and schedule of the implement loop: who is asked in which of five rounds. A fix is 7,600 characters of diff. */
async function implementLoop(): Promise<LoopSaving[]> {
  const SIZES: Readonly<Record<string, number>> = {
    ...{ "prd.md": 21_100, "spec.md": 12_100, "design.md": 21_000, "plan.md": 12_200, "tasks.md": 15_600 },
  };
  const CODE = 52_000;
  const schedule: readonly (readonly [RoleId, readonly number[]])[] = [
    ["implementation-reviewer", [1, 2, 3, 5]],
    ["code-quality-reviewer", [1, 2, 3, 4, 5]],
    ["security-reviewer", [1, 2, 5]],
  ];
  const lines: SentLine[] = [];
  for (const [role, rounds] of schedule) {
    const required = roleOf(role).artifacts.implement ?? [];
    const text = await freshPrompt(role, "implement", required, undefined);
    const chars = required.reduce((sum, file) => sum + (SIZES[file] ?? 0), CODE);
    lines.push(...loopOf("implement", role, text.length, text.length + chars, () => "x".repeat(7_600), rounds));
  }
  return measureLoops(lines);
}

function loopOf(
  run: string,
  role: RoleId,
  promptChars: number,
  contextChars: number,
  deltaOf: (round: number) => string,
  rounds: readonly number[] = Array.from({ length: ROUNDS }, (_, index) => index + 1),
): SentLine[] {
  return rounds.map((round) => {
    const resumed = resumedReviewPrompt(role, {
      ...{ artifact: "the document", delta: round === 1 ? "" : deltaOf(round), fixSummary: SUMMARY },
      ...{ round, maxRounds: ROUNDS },
    });
    return {
      ...{ run, step: `x/1/${round}/${role}/1`, role, status: "completed", contextChars },
      ...(round === 1 ? { kind: "fresh", promptChars } : { kind: "resume", promptChars: resumed.text.length }),
    };
  });
}

async function freshPrompt(role: RoleId, phase: string, required: readonly string[], text: string | undefined) {
  const material = {
    ...{ role, rolePrompt: await prompts.of(role), phase, guides: undefined },
    required: required.map((file) => ({ title: file, path: `docs/features/007-rate-limit/${file}` })),
  };
  const files = Array.from({ length: 8 }, (_, index) => `src/some/module-${index}.ts`);
  const underReview = phase === "implement" ? { files } : text === undefined ? undefined : { path: "spec.md", text };
  return freshReviewPrompt(material, {
    ...{ round: 1, maxRounds: ROUNDS, underReview, outcome: undefined, previousIssues: [], fallback: false },
  }).text;
}

function documentChars(feature: string, file: string): number {
  const path = join(features ?? "", feature, file);
  return features !== undefined && existsSync(path) ? readFileSync(path, "utf8").length : 0;
}

function diffOf(before: string, after: string): string {
  const [old, next] = [join(scratch, "before.md"), join(scratch, "after.md")];
  writeFileSync(old, before);
  writeFileSync(next, after);
  try {
    execFileSync("git", ["diff", "--no-index", "--no-color", "--", old, next], { stdio: "pipe", maxBuffer: 2 ** 26 });
    return "";
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout); // it ends with 1 when there is a difference
  }
}

function summarize(loops: readonly LoopSaving[]) {
  const measure = (of: (loop: LoopSaving) => Saving) => {
    const savings = loops.map(of);
    const ratios = savings.map(({ sent, fresh }) => sent / fresh).sort((a, b) => a - b);
    const at = (share: number) => ratios[Math.min(ratios.length - 1, Math.floor(share * ratios.length))] ?? 0;
    const resumed = savings.reduce((sum, saving) => sum + saving.resumed, 0);
    return {
      shorterShare: savings.reduce((sum, { shorter }) => sum + shorter, 0) / resumed,
      median: at(0.5),
      p90: at(0.9),
      underHalf: ratios.filter((ratio) => ratio < 0.5).length / ratios.length,
    };
  };
  return { loops: loops.length, prompt: measure(({ prompt }) => prompt), content: measure(({ content }) => content) };
}

function print(report: Record<string, ReturnType<typeof summarize>>): void {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  for (const [name, { loops, ...measures }] of Object.entries(report)) {
    console.log(`${name}: ${loops} loops of ${ROUNDS} rounds`);
    for (const [measure, { shorterShare, median, p90, underHalf }] of Object.entries(measures)) {
      console.log(
        `  ${measure.padEnd(8)} resumed shorter ${percent(shorterShare).padStart(5)}   sent of fresh: median ${median.toFixed(2)}, 90 % below ${p90.toFixed(2)}   under half: ${percent(underHalf)}`,
      );
    }
  }
}
