// One line per feature: where it is, whether it is waiting, and the next command.

import { type DepthState, depthState, flagsOfDepth, runDepth } from "../../domain/feature/depth.ts";
import { shortName } from "../../domain/feature/feature-name.ts";
import { testingDecided } from "../../domain/feature/meta/decision.ts";
import type { FeatureMeta } from "../../domain/feature/meta/feature-meta.ts";
import {
  lastOutcome,
  type OpenPhase,
  type PhaseState,
  phaseStates,
  printOutcome,
} from "../../domain/feature/meta/phase-outcome.ts";
import { commandOf, nextPhase } from "../../domain/feature/phase.ts";
import { printCommands } from "../../domain/feature/printed-commands.ts";
import { plainWords } from "../../domain/run/events/plain-words.ts";
import { inFlightWords } from "../../domain/run/events/work-words.ts";
import { pidWords } from "../../domain/run/pid-words.ts";
import type { Pending } from "../../domain/run/questions/question.ts";
import type { OtherTree, RunSummary } from "../../domain/run/run.ts";
import { isOver, type JobState } from "../../domain/team/job.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import type { Ports } from "../../ports/ports.ts";
import type { RunOwner } from "../../ports/runs/runs.ts";
import { homesOf } from "../trees/home.ts";
import { lostHome } from "../trees/lost-home.ts";
import { brainstormOf } from "./brainstorm-run.ts";
import { openCreations } from "./create/open-creations.ts";
import { type FeaturePorts, type KnownFeature, knownFeatures } from "./features.ts";
import { stoppedPrds } from "./idea-work.ts";
import { type FeatureState, withJob } from "./with-job.ts";

export interface FeatureStatus {
  readonly key: string;
  readonly description: string;
  readonly branch: string;
  /** The root of the other working tree that it lives in; null where it is this one, or has none. */
  readonly tree: string | null;
  /** Where another clone of the team works on it; there it is continued. */
  readonly elsewhere?: OtherTree;
  /** Where it stands with the team's workers, if they have it. */
  readonly job?: JobState;
  /** HEAD is on its branch. */
  readonly current: boolean;
  readonly phase: string | null;
  readonly state: FeatureState;
  /** How its phases ended, in their order. */
  readonly phases: readonly PhaseState[];
  /** Null for a feature that was always at full depth. */
  readonly depth: DepthState | null;
  readonly what: string;
  readonly next: string | null;
  readonly pendings: readonly Pending[];
  /** The run that has not ended; null between two phases. */
  readonly run: OpenRun | null;
  /** When iflow last recorded something about it; null when there is no record. */
  readonly lastActivity: string | null;
  readonly project: string | null;
  /** The test command that the engine runs for it; null when nothing is tested. */
  readonly tests: string | null;
}

export interface OpenRun {
  readonly id: string;
  readonly createdAt: string;
  /** Recorded so far. */
  readonly steps: number;
  /** The step that began and has no result yet. */
  readonly inFlight: string | null;
}

/** What a look at the features needs of the world. */
export type StatusPorts = FeaturePorts & {
  readonly creations: Pick<Ports["creations"], "all">;
  readonly runs: Pick<Ports["runs"], "open" | "owner">;
  readonly archive: Pick<Ports["archive"], "brainstorms">;
  readonly jobs?: Pick<NonNullable<Ports["jobs"]>, "all">;
  readonly trees: Pick<Ports["trees"], "others" | "own" | "standing" | "text">;
};

/** `test`: the command of the config, if there is one. */
export async function readStatus(
  ports: StatusPorts,
  artifactsRoot: string,
  test: string | undefined,
): Promise<FeatureStatus[]> {
  const [features, runs, where, halfMade, jobs = []] = await Promise.all([
    knownFeatures(ports, artifactsRoot),
    ports.runs.open(),
    ports.repository.where(),
    openCreations(ports),
    ports.jobs?.all(),
  ]);
  const owners = await Promise.all(features.map(({ feature }) => ports.runs.owner(feature.key)));
  const rows = features.map((known, index) => {
    const run = runs.find(({ head }) => head.feature === known.feature.key);
    const tests = test ?? testingDecided(known.meta?.decisions ?? [])?.command ?? null;
    const job = jobs.find((one) => one.feature === known.feature.key && !isOver(one));
    const away = job ? undefined : (run?.elsewhere ?? known.elsewhere);
    const row = farFrom(away, { ...describe(known, run, owners[index], where.branch), tests });
    return halfMade.some(({ key }) => key === row.key) ? { ...row, ...HALF_MADE } : withJob(row, job);
  });
  const brainstorms = runs.filter(({ head }) => head.phase === "brainstorm");
  const ideas = await Promise.all(
    brainstorms.map(async (run) => farFrom(run.elsewhere, await describeBrainstorm(ports, run, test ?? null))),
  );
  const keys = features.map(({ feature }) => feature.key);
  const all = [...rows, ...ideas, ...(await readyIdeas(ports, features, test ?? null))];
  const homes = await homesOf(
    ports,
    all.map(({ key }) => key),
  );
  const told = await Promise.all(all.map((row) => tellLost(ports, row)));
  return told.map((row) => naming({ ...row, tree: row.current ? null : (homes.get(row.key) ?? null) }, keys));
}

async function tellLost(ports: StatusPorts, row: Housed): Promise<Housed> {
  const lost = row.current ? undefined : await lostHome(ports, row.key);
  if (lost === undefined) return row;
  const how = lost.standing === "gone" ? "is gone" : "is cut off from git";
  return { ...row, what: `${row.what} (its work tree ${how}: iflow doctor)` };
}

type Housed = Omit<FeatureStatus, "tree">;

/** What another clone works on can be answered from here, and continued there. */
function farFrom(away: OtherTree | undefined, row: Housed): Housed {
  if (away === undefined) return row;
  const next = row.next === "iflow answer" ? row.next : null;
  return { ...row, elsewhere: away, what: `${row.what} (in ${away.tree} on ${away.host})`, next };
}

/** The next command works wherever HEAD is: on another branch it names its feature. */
function naming(row: FeatureStatus, keys: readonly string[]): FeatureStatus {
  if (row.next === null || row.current) return row;
  return { ...row, next: printCommands(row.next, { program: "iflow", feature: shortName(keys, row.key) }) };
}

const HALF_MADE = {
  state: "interrupted",
  what: "interrupted while it was being created",
  next: "iflow continue",
} as const;

/** Chains that ended or stopped between their brainstorm and their feature. */
async function readyIdeas(ports: StatusPorts, known: readonly KnownFeature[], tests: string | null): Promise<Housed[]> {
  return (await stoppedPrds(ports, async () => known)).map(({ brainstorm: { head, endedAt }, path }) => {
    const { key, description, branch } = brainstormOf(head).feature;
    return {
      ...{ key, description, branch, current: false, phase: head.phase, pendings: [], lastActivity: endedAt },
      ...{ project: null, tests, phases: phaseStates(undefined, undefined), depth: null, state: "idle", run: null },
      ...{ what: `${path} is ready; no feature was made of it yet`, next: "iflow continue" },
    };
  });
}

/** An idea that is becoming a PRD; it has no branch. */
async function describeBrainstorm(ports: StatusPorts, run: RunSummary, tests: string | null): Promise<Housed> {
  const { key, description, branch } = brainstormOf(run.head).feature;
  return {
    ...{ key, description, branch, current: false, phase: run.head.phase, pendings: run.pendings },
    ...{
      lastActivity: run.lastAt,
      project: null,
      tests,
      phases: phaseStates(undefined, openPhase(run)),
      depth: null,
      run: openRun(run),
    },
    ...describeRun(run, await ports.runs.owner(key)),
  };
}

function describe(
  known: KnownFeature,
  run: RunSummary | undefined,
  owner: RunOwner | undefined,
  branch: string | undefined,
): Omit<FeatureStatus, "tests" | "tree"> {
  const { feature, meta } = known;
  const base = {
    key: feature.key,
    description: feature.description,
    branch: feature.branch,
    current: branch === feature.branch,
    phases: phaseStates(meta, run && openPhase(run)),
    depth: depthState(meta?.depth),
    pendings: run?.pendings ?? [],
    run: run ? openRun(run) : null,
    lastActivity: lastActivityOf(meta, run),
    project: meta?.project_id ?? null,
  };
  if (run) return { ...base, phase: run.head.phase, ...describeRun(run, owner) };
  if (known.problem !== undefined) {
    return {
      ...base,
      phase: null,
      state: "damaged",
      what: `.meta.json: ${known.problem}`,
      next: `git restore --source=HEAD -- ${shellWord(`${feature.folder}/.meta.json`)}`,
    };
  }
  if (!meta)
    return { ...base, phase: null, state: "branch-only", what: "a branch without a feature folder", next: null };
  const depth = runDepth(meta.depth);
  const next = nextPhase(meta.lastCompletedPhase ?? null, depth === undefined ? {} : flagsOfDepth(depth));
  if (meta.status !== "active") {
    const start = meta.status === "planned" && next ? `iflow ${commandOf(next)}` : null;
    return { ...base, phase: meta.lastCompletedPhase ?? null, state: meta.status, what: meta.status, next: start };
  }
  const outcome = lastOutcome(meta);
  const begun = depth === "escalated" ? "escalated to full depth, its spec is reviewed next" : "created";
  const light = depth === "light" ? " (light)" : "";
  const last = outcome === undefined ? begun : `${meta.lastCompletedPhase} ${outcome}${light}`;
  const stopped = base.phases.find((one) => one.outcome === "stopped"); // another than the next where some were left out
  const what = stopped ? `${last}, ${stopped.phase} ${printOutcome(stopped)}` : last;
  return {
    ...base,
    phase: meta.lastCompletedPhase ?? null,
    state: "idle",
    what,
    next: next ? `iflow ${commandOf(next)}` : null,
  };
}

function openRun({ head: { id, createdAt }, steps, inFlight }: RunSummary): OpenRun {
  return { id, createdAt, steps, inFlight: inFlight ?? null };
}

/** A pause of another kind ends by itself when the run is continued. */
export function openPhase({ head, pendings }: RunSummary): OpenPhase {
  return {
    phase: head.phase,
    isStopped: pendings.some((pending) => pending.type === "pause" && pending.hard === true),
  };
}

function lastActivityOf(meta: FeatureMeta | undefined, run: RunSummary | undefined): string | null {
  const phases = Object.values(meta?.phases ?? {}).flatMap(({ started, completed }) => [started, completed]);
  const times = [run?.lastAt, meta?.created, meta?.completed, ...phases].filter((time) => typeof time === "string");
  const known = times.filter((time) => !Number.isNaN(Date.parse(time)));
  return known.sort((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null;
}

function describeRun(run: RunSummary, owner: RunOwner | undefined): Pick<FeatureStatus, "state" | "what" | "next"> {
  if (owner) return { state: "running", what: `running (pid ${pidWords(owner)})`, next: null };
  const [pending] = run.pendings;
  if (pending?.type === "question") {
    return { state: "waiting", what: `waiting for you: ${plainWords(pending.text)}`, next: "iflow answer" };
  }
  if (pending?.type === "order") {
    return { state: "waiting", what: `waiting for the ${pending.role} in your host`, next: "/iflow:continue" };
  }
  if (pending?.hard) return { state: "stopped", what: `stopped: ${pending.text}`, next: "iflow continue" };
  if (pending) return { state: "paused", what: pending.text, next: "iflow continue" };
  if (run.isAnswered) {
    return { state: "idle", what: `${run.head.phase}: answered, ready to continue`, next: "iflow continue" };
  }
  const was = run.inFlight === undefined ? undefined : inFlightWords(run.inFlight);
  const what = was === undefined ? `stopped during ${run.head.phase}` : `stopped while ${was}`;
  return { state: "interrupted", what, next: "iflow continue" };
}
