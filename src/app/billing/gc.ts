// Old runs. Removes ended runs of features that are over or gone, any that ended before a limit, and the oldest ones
// while all of them take up too much space; what bills and statistics need of them goes to the ledger first. The newest
// run of a feature that is still in progress is always kept, because run and question numbers continue from it. So is a
// brainstorm whose PRD is there and has not become a feature: without its run the same idea would be paid for again.
import { addUp } from "../../domain/billing/bill.ts";
import { type LedgerLine, ledgerLine } from "../../domain/billing/ledger.ts";
import { isFeatureKey } from "../../domain/feature/feature-key.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { EndedRun } from "../../ports/runs/run-archive.ts";
import { type KnownFeature, knownFeatures } from "../feature/features.ts";
import { readyPrds } from "../feature/idea-work.ts";

export type Reason = "completed" | "abandoned" | "gone" | "old" | "space";

export interface RemovableRun extends EndedRun {
  readonly reason: Reason;
}

export interface GcPlan {
  readonly runs: readonly RemovableRun[];
  /** Leftover snapshots, in bytes; 0 while a run is open, because it may need them. */
  readonly snapshotBytes: number;
  /**
   * Sessions left by a killed agent and named in no run, in bytes; 0 while a run is open, because they may be its own.
   */
  readonly sessionBytes: number;
}

export interface GcLimits {
  /** Milliseconds since their end. */
  readonly olderThan: number;
  /** Bytes that ended runs may take up together. */
  readonly mostBytes?: number | undefined;
}

export async function planGc(ports: Ports, artifactsRoot: string, limits: GcLimits): Promise<GcPlan> {
  const [ended, features, open] = await Promise.all([
    ports.archive.ended(),
    knownFeatures(ports, artifactsRoot),
    ports.runs.open(),
  ]);
  const known = new Map<string, string | undefined>(features.map(({ feature, meta }) => [feature.key, meta?.status]));
  const before = ports.clock.now().getTime() - limits.olderThan;
  const isQuiet = open.length === 0;
  return {
    runs: pickRemovable(ended, { known, waiting: await waitingBrainstorms(ports, features) }, before, limits.mostBytes),
    snapshotBytes: isQuiet ? await ports.snapshots.size() : 0,
    sessionBytes: isQuiet ? await ports.archive.strayBytes() : 0,
  };
}

/** Runs whose PRD can still become a feature. The file is the person's word: where they removed it, the idea is dropped. */
async function waitingBrainstorms(ports: Ports, features: readonly KnownFeature[]): Promise<Set<string>> {
  const ready = await readyPrds(ports, features, await ports.archive.brainstorms());
  const texts = await Promise.all(ready.map(({ path }) => ports.tree.read(path)));
  return new Set(ready.filter((_, index) => texts[index] !== undefined).map(({ brainstorm }) => brainstorm.head.id));
}

interface Needs {
  /** The status of every existing feature; undefined if it cannot be read. */
  readonly known: ReadonlyMap<string, string | undefined>;
  readonly waiting: ReadonlySet<string>;
}

function pickRemovable(
  runs: readonly EndedRun[],
  { known, waiting }: Needs,
  before: number,
  mostBytes = Number.POSITIVE_INFINITY,
): RemovableRun[] {
  const newest = new Map(runs.map(({ feature, id }) => [feature, id])); // oldest first, so the last one wins
  const reasonOf = ({ feature, endedAt }: EndedRun): Reason | undefined => {
    const status = known.get(feature);
    if (status === "completed" || status === "abandoned") return status;
    if (isFeatureKey(feature) && !known.has(feature)) return "gone";
    return Date.parse(endedAt) < before ? "old" : undefined;
  };
  const isNeeded = ({ feature, id }: EndedRun) => {
    const status = known.get(feature);
    const isOver = status === "completed" || status === "abandoned";
    return waiting.has(id) || (known.has(feature) && !isOver && newest.get(feature) === id);
  };
  const judged = runs.map((run) => ({ run, reason: isNeeded(run) ? undefined : reasonOf(run) }));
  let left = judged.reduce((sum, { run, reason }) => sum + (reason === undefined ? run.bytes : 0), 0);
  return judged.flatMap(({ run, reason }): RemovableRun[] => {
    if (reason !== undefined) return [{ ...run, reason }];
    if (left <= mostBytes || isNeeded(run)) return [];
    left -= run.bytes;
    return [{ ...run, reason: "space" }];
  });
}

export interface GcResult {
  readonly removed: readonly RemovableRun[];
  /** Dispatches and pings that are now in the ledger, and how many of them are dispatches. */
  readonly ledgerLines: number;
  readonly dispatches: number;
  readonly snapshotsCleared: boolean;
  /** Bytes of sessions that no run names any more. */
  readonly sessionBytes: number;
}

export async function collectGarbage(ports: Ports, plan: GcPlan): Promise<GcResult> {
  const removed: RemovableRun[] = [];
  const kept: LedgerLine[] = [];
  for (const run of plan.runs) {
    const outcomes = await ports.archive.outcomes(run.id);
    kept.push(...(await ports.archive.keep(outcomes.map((outcome) => ledgerLine(run, outcome)))));
    if (await ports.archive.remove(run.id)) removed.push(run);
  }
  const snapshotsCleared = plan.snapshotBytes > 0 && (await clearSnapshots(ports));
  const isAnyOpen = async () => (await ports.runs.open()).length > 0;
  const sessionBytes = plan.sessionBytes > 0 ? await ports.archive.removeStrays(isAnyOpen) : 0;
  return { removed, ledgerLines: kept.length, dispatches: addUp(kept).dispatches, snapshotsCleared, sessionBytes };
}

/** Takes the working tree's lock, so that no run begins meanwhile; if the lock is held, the snapshots stay for now. */
async function clearSnapshots(ports: Ports): Promise<boolean> {
  const lock = await ports.runs.lock("gc", { command: "iflow gc" }).catch((error: unknown) => {
    if (error instanceof IflowError && error.code === "locked") return undefined;
    throw error;
  });
  if (!lock) return false;
  try {
    if ((await ports.runs.open()).length > 0) return false;
    await ports.snapshots.clear();
    return true;
  } finally {
    await lock.release();
  }
}
