// What resuming saves in the implement loop, in characters: `node scripts/bench.mjs loops [--json]`. Prompts are the
// engine's own, sizes and schedule the usual ones. Both measures side by side: the seeds' (prompt text alone) and ours (what
// an agent is given); NFR1: a resumed prompt is shorter; NFR3: five rounds under half of five fresh. Real document loops
// are `bench:replay`'s.
import { createPromptFiles } from "../src/adapters/files/prompt-files.ts";
import { type LoopSaving, measureLoops, type Saving, type SentLine } from "../src/domain/billing/loop-savings.ts";
import { freshReviewPrompt, resumedReviewPrompt } from "../src/domain/prompts/review-prompt.ts";
import { type RoleId, roleOf } from "../src/domain/roles/role.ts";
import { OPEN_ISSUES } from "./open-issues.ts";

const ROUNDS = 5;
const SUMMARY = "Answered each issue in place; nothing else was changed. ".repeat(5);
const FIX = "x".repeat(7_600);

const prompts = createPromptFiles("prompts");
const report = { implement: summarize(await implementLoop()) };
if (process.argv.includes("--json")) console.log(JSON.stringify(report, null, 2));
else print(report);

/** Sizes and schedule of the implement loop: who is asked in which of five rounds. */
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
    const text = await freshPrompt(role, required);
    const chars = required.reduce((sum, file) => sum + (SIZES[file] ?? 0), CODE);
    lines.push(...loopOf(role, text.length, text.length + chars, rounds));
  }
  return measureLoops(lines);
}

function loopOf(role: RoleId, promptChars: number, contextChars: number, rounds: readonly number[]): SentLine[] {
  return rounds.map((round) => {
    const resumed = resumedReviewPrompt(role, {
      ...{ artifact: "the code", delta: FIX, fixSummary: SUMMARY },
      ...{ round, maxRounds: ROUNDS, previousIssues: OPEN_ISSUES, decisions: [] },
    });
    return {
      ...{ run: "implement", step: `x/1/${round}/${role}/1`, role, reason: "", status: "completed", contextChars },
      ...(round === 1 ? { kind: "fresh", promptChars } : { kind: "resume", promptChars: resumed.text.length }),
    };
  });
}

async function freshPrompt(role: RoleId, required: readonly string[]): Promise<string> {
  const material = {
    ...{ role, rolePrompt: await prompts.of(role), phase: "implement", guides: undefined },
    required: required.map((file) => ({ title: file, path: `docs/features/007-rate-limit/${file}` })),
  };
  const files = Array.from({ length: 8 }, (_, index) => `src/some/module-${index}.ts`);
  return freshReviewPrompt(material, {
    ...{ round: 1, maxRounds: ROUNDS, underReview: { files }, outcome: undefined, previousIssues: [], fallback: false },
  }).text;
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
