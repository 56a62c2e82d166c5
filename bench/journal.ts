// What the journal costs: the price of a durable step beside a bare flushed write of the same line, and the time to take
// up a run of 1,000 steps beside bare reading and parsing of the same file. Both sides are measured in turn, in one run.
// Usage: node scripts/bench.mjs journal [--json] [--folder {place on the disk to measure}]
import { copyFile, mkdir, mkdtemp, open, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createJournalRuns } from "../src/adapters/runs/journal-runs.ts";
import type { Run, Runs } from "../src/ports/runs/runs.ts";
import { exampleHead } from "../test/support/run-head.ts";

const STEPS = 1000;
const RESUMES = 21;
const ID = exampleHead().id;

interface Measure {
  readonly what: string;
  readonly milliseconds: number;
  readonly baseline: string;
  readonly baselineMilliseconds: number;
  readonly ratio: number;
}

const { values } = parseArgs({ options: { json: { type: "boolean" }, folder: { type: "string", default: tmpdir() } } });
const folder = await mkdtemp(join(values.folder, "iflow-bench-journal-"));
try {
  const measures = [await measureSteps(join(folder, "steps")), await measureResume(join(folder, "steps"))];
  const bytesPerStep = (await stat(journalIn(join(folder, "steps")))).size / STEPS;
  if (values.json)
    console.log(JSON.stringify({ node: process.version, steps: STEPS, bytesPerStep, measures }, null, 2));
  else printTable(measures, bytesPerStep);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureSteps(place: string): Promise<Measure> {
  const runs = openRuns(place);
  const session = await runs.create(exampleHead());
  const bare = await open(join(place, "bare"), "a");
  const line = `${JSON.stringify({ type: "done", step: stepName(0), input: "0".repeat(64), result: null, at: now() })}\n`;
  const durable: number[] = [];
  const baseline: number[] = [];
  for (let number = 0; number < STEPS; number++) {
    durable.push(await time(() => step(session.run, number)));
    baseline.push(
      await time(async () => {
        await bare.write(line);
        await bare.datasync();
      }),
    );
  }
  await bare.close();
  await session.close();
  return compare("one no-op step, median", durable, "write and fdatasync of an equal line", baseline);
}

async function measureResume(recorded: string): Promise<Measure> {
  const durable: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < RESUMES; round++) {
    const place = join(dirname(recorded), `resume-${round}`);
    await mkdir(dirname(journalIn(place)), { recursive: true });
    await copyFile(journalIn(recorded), journalIn(place));
    baseline.push(await time(() => parse(journalIn(place))));
    durable.push(await time(() => resume(openRuns(place))));
  }
  return compare(`resume of ${STEPS} steps, median`, durable, "read and JSON.parse of the same file", baseline);
}

async function resume(runs: Runs): Promise<void> {
  const session = await runs.resume(ID);
  for (let number = 0; number < STEPS; number++) await step(session.run, number);
  await session.close();
}

async function parse(path: string): Promise<unknown[]> {
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

function step(run: Run, number: number): Promise<null> {
  return run.step({ name: stepName(number), input: { number }, work: async () => null });
}

function stepName(number: number): string {
  return `implement/1/${number}/implementation-reviewer/1`;
}

function openRuns(place: string): Runs {
  return createJournalRuns({ commonDir: place, gitDir: place, clock: { now: () => new Date() } });
}

function journalIn(place: string): string {
  return join(place, "iflow", "runs", ID, "journal.jsonl");
}

function now(): string {
  return new Date().toISOString();
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function compare(what: string, durable: readonly number[], baseline: string, bare: readonly number[]): Measure {
  const milliseconds = median(durable);
  const baselineMilliseconds = median(bare);
  return { what, milliseconds, baseline, baselineMilliseconds, ratio: milliseconds / baselineMilliseconds };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}

function printTable(measures: readonly Measure[], bytesPerStep: number): void {
  console.log(`| what | journal | baseline | ratio |\n|---|---|---|---|`);
  for (const { what, milliseconds, baseline, baselineMilliseconds, ratio } of measures) {
    const bare = `${baselineMilliseconds.toFixed(2)} ms (${baseline})`;
    console.log(`| ${what} | ${milliseconds.toFixed(2)} ms | ${bare} | ${ratio.toFixed(2)} |`);
  }
  console.log(`\n${bytesPerStep.toFixed(0)} bytes a step with the head, Node ${process.version}, ${values.folder}`);
}
