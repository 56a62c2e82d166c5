// What a kill costs: `node scripts/bench.mjs chaos --kills N --seed S` plays the demo's story phase by phase, ends the
// command at N moments for each injector, types it again, and compares the end with an undisturbed one.
// --injector process|git|write   only this one          --phase NAME   only this phase
// --all                          every call of git (or with --injector write every write) at each of its moments
// --shard i/n                    the i-th of n parts    --only POINT   one line of a report
// --results FILE                 appended to; points that are in it are not played again
// --again run|continue           what is typed after the kill, instead of the same command
// --typed run                    the sentence begins later phases too, instead of `continue`
// --jobs N  --json               several at a time; machine-readable      (from the root, after npm run build)
// Everything is in a temp folder of its own; with TMPDIR=/dev/shm it takes a third of the time.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endProcessesIn } from "./chaos/leftovers.ts";
import { PHASES, type PhaseName, TYPED } from "./chaos/phases.ts";
import { playPoint } from "./chaos/play.ts";
import {
  allPoints,
  INJECTORS,
  type Injector,
  type Play,
  type Point,
  parsePlay,
  printPlay,
  samplePoints,
  shardOf,
} from "./chaos/points.ts";
import { type Prepared, prepare } from "./chaos/prepare.ts";
import { printReport, rowsOf } from "./chaos/report.ts";
import { openResults } from "./chaos/results.ts";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const { values } = parseArgs({
  options: {
    ...{ kills: { ...text, default: "20" }, seed: { ...text, default: "1" }, injector: text, phase: text, only: text },
    ...{ shard: text, results: text, again: text, typed: text, jobs: { ...text, default: "1" }, all: flag, json: flag },
  },
});
const seed = wholeNumber("seed", values.seed);
const injectors = oneOf("injector", INJECTORS, values.injector) ?? (values.all ? ["git" as const] : INJECTORS);
const only = values.only === undefined ? undefined : parsePlay(values.only);
const phases = only ? [only[0].phase] : (oneOf("phase", PHASES, values.phase) ?? PHASES);
const [typed] = oneOf("typed", TYPED, values.typed) ?? [];
const [again] = oneOf("again", TYPED, values.again) ?? [];

const work = realpathSync(mkdtempSync(join(tmpdir(), "iflow-chaos-")));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
try {
  const prepared = await prepare(work, phases, typed, tell);
  const plays: readonly Play[] = only
    ? [only]
    : shardOf(
        injectors.flatMap((injector) => pointsOf(injector, prepared).map((point): Play => [point])),
        values.shard,
      );
  const results = openResults(values.results);
  await playAll(plays, prepared, results);
  const played = new Set(plays.map(printPlay));
  const own = results.all.filter(({ point }) => played.has(point));
  if (values.json) console.log(JSON.stringify({ seed, rows: rowsOf(own), results: own }, null, 2));
  else console.log(printReport(own, seed));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pointsOf(injector: Injector, prepared: ReadonlyMap<PhaseName, Prepared>): Point[] {
  if (values.all && injector !== "process") return allPoints(injector, prepared);
  return samplePoints(injector, wholeNumber("kills", values.kills), seed, prepared);
}

async function playAll(
  plays: readonly Play[],
  prepared: ReadonlyMap<PhaseName, Prepared>,
  results: ReturnType<typeof openResults>,
): Promise<void> {
  const done = new Set(results.all.map(({ point }) => point));
  const open = plays.filter((play) => !done.has(printPlay(play)));
  if (open.length < plays.length) tell(`${plays.length - open.length} of ${plays.length} points are done already`);
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < open.length; at = next++) {
      const play = open[at];
      const start = play && prepared.get(play[0].phase);
      if (!start) continue;
      results.add(await playPoint(work, at + 1, play, start, again));
      tell(`${at + 1} of ${open.length}: ${printPlay(play)}`);
    }
  };
  await Promise.all(Array.from({ length: wholeNumber("jobs", values.jobs) }, lane));
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function stop(): void {
  endProcessesIn(work);
  rmSync(work, { recursive: true, force: true });
  process.exit(130);
}

function wholeNumber(name: string, value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new Error(`--${name} ${value}: a whole number is needed`);
}

function oneOf<T extends string>(
  name: string,
  known: readonly T[],
  value: string | undefined,
): readonly T[] | undefined {
  if (value === undefined) return undefined;
  const found = known.filter((one) => one === value);
  if (found.length === 0) throw new Error(`--${name} ${value}: it is one of ${known.join(", ")}`);
  return found;
}
