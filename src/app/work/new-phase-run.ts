// A phase's work before anything happened in it: also how a replay begins.

import type { Feature } from "../../domain/feature/feature.ts";
import type { RunKind } from "../../domain/feature/phase.ts";
import type { RunSession } from "../../ports/runs.ts";
import type { Budget, PhaseRun } from "./phase-run.ts";
import { abilitiesOf } from "./role-agents.ts";

export function newPhaseRun(
  { run }: RunSession,
  ports: PhaseRun["ports"],
  feature: Feature,
  artifact: string,
  budget: Budget,
): PhaseRun {
  return {
    run,
    ports,
    feature,
    name: run.head.phase as RunKind, // written by startPhase
    ownsBranch: run.head.phase !== "brainstorm",
    artifact,
    epoch: 1,
    expected: { branch: feature.branch, head: run.head.base, blob: null, meta: null },
    judged: null,
    hookChanges: 0,
    dispatches: 0,
    sessions: new Map(),
    obstacles: new Map(),
    history: [],
    attempts: new Map(),
    settledSteps: new Set(),
    memories: new Map(),
    budget,
    inFlight: new Map(),
    spentBefore: undefined,
    caches: new Map(),
    beginnings: new Map(),
    standings: new Map(),
    content: { passages: new Set(), required: 0 },
    sessionRuntimes: new Map(),
    misses: new Map(),
    abilities: abilitiesOf(ports),
    stageStarted: undefined,
    hosted: { tried: [], ordered: false, read: 0, selfReported: new Set() },
    gates: new Map(),
  };
}
