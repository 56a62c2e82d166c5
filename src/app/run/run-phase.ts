// Starting or continuing a run: locks, journal, the phase's own function, and what happens when it must wait for a
// person. A phase knows nothing about this; it is called again from its beginning and replays its recorded past.
import type { Config } from "../../domain/config/config.ts";
import type { TrustedValues } from "../../domain/config/trusted-keys.ts";
import { withDepth } from "../../domain/feature/depth.ts";
import type { RunKind } from "../../domain/feature/phase.ts";
import {
  isOutdated,
  JOURNAL_FORMAT,
  type OpenedBy,
  type RunFlags,
  type RunHead,
  type RunSummary,
} from "../../domain/run/run.ts";
import { aboutFeature, IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { RuntimeChoice } from "../../ports/wiring.ts";
import { brainstormOf } from "../feature/brainstorm-run.ts";
import { begunChain } from "../feature/create/begun-chain.ts";
import { startPlanned } from "../feature/create/start-planned.ts";
import { type KnownFeature, keepForTeam, resolveFeature } from "../feature/features.ts";
import { requireIdleRepository } from "../feature/require-idle-repository.ts";
import type { Answerer, Driver, PhaseResult } from "./driver.ts";
import { heedStop, isStopped, requireUnstopped } from "./heed-stop.ts";
import { endOutdated } from "./opening/outdated-run.ts";
import { isSettled } from "./opening/settle-waits.ts";
import { requireTransition, transitionOf } from "./transition.ts";
import { walk } from "./walk.ts";

export type { Answerer, Driver, PhaseResult };

export interface PhaseRequest {
  readonly feature: KnownFeature;
  readonly phase: RunKind;
  /** Only for a brainstorm. */
  readonly idea?: string;
  readonly config: Config;
  /** The trusted keys of the repository's file that count in it. */
  readonly trusted?: TrustedValues;
  readonly runtime: RuntimeChoice;
  readonly flags: RunFlags;
  readonly version: string;
  readonly command: string;
  readonly forceUnlock: boolean;
}

export function startPhase(ports: Ports, driver: Driver, request: PhaseRequest): Promise<PhaseResult> {
  return namingFeature(request.feature.feature.key, () => start(ports, driver, request));
}

/** What a command must be told again is told with the name of its feature. */
async function namingFeature<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw aboutFeature(error, key);
  }
}

async function start(ports: Ports, given: Driver, asked: PhaseRequest): Promise<PhaseResult> {
  const request = { ...asked, flags: withDepth(asked.flags, asked.feature.meta?.depth) };
  const { key, branch } = request.feature.feature;
  await requireUnstopped(ports);
  const created = await underLock(ports, given, request, async (driver) => {
    await requireIdleRepository(ports.repository, ports.trees);
    const transition = transitionOf(request.feature, request.phase, request.flags);
    if (transition) await requireTransition(ports, transition);
    await ports.commits.requireIdentity(); // before anything is paid for
    const feature = await startPlanned(ports, request.config, request.feature, beginsWith(request));
    const base = await ports.repository.tip(branch);
    if (base === undefined) throw await noBranch(ports, branch);
    const earlier = await ports.runs.ofFeature(key);
    const open = earlier.filter(({ outcome }) => outcome === undefined);
    if (request.flags.rerun && open.every(({ head }) => isOutdated(head))) await endOutdated(ports, open);
    else if (open.length > 0) {
      throw new IflowError("blocked", `${key} already has an open run`, { fix: "iflow continue" });
    }
    const head: RunHead = {
      format: JOURNAL_FORMAT,
      iflow: request.version,
      id: `${key}.${request.phase}.${nextRun(earlier)}`,
      feature: key,
      phase: request.phase,
      ...(request.idea !== undefined && { idea: request.idea }),
      branch,
      base,
      runtime: { ...request.runtime },
      config: request.config,
      ...(request.trusted && { trusted: request.trusted }),
      flags: request.flags,
      ...((request.phase === "implement" || request.phase === "finish") && {
        ...{ receipts: true as const, sideBySide: true as const },
      }),
      ...(request.phase === "implement" && { heldToReports: true as const }),
      createdAt: ports.clock.now().toISOString(),
    };
    const session = await ports.runs.create(head);
    await ports.creations.forget(key); // from here on the head knows the chain
    return { head, feature, first: await walk(ports, driver, feature, session, undefined) };
  });
  return goOn(ports, given, { ...request, feature: created.feature, run: created.head.id }, created.first);
}

/** Where a planned feature begins, and with which chain. */
function beginsWith({ flags, runtime }: PhaseRequest) {
  return {
    ...(flags.from !== undefined && { from: flags.from }),
    ...(flags.mode === "chain" && { chain: begunChain(flags, runtime) }),
  };
}

async function noBranch({ repository }: Ports, branch: string): Promise<IflowError> {
  const isElsewhere = (await repository.featureBranches()).includes(branch);
  return new IflowError("repository-state", `branch ${branch} does not exist here`, {
    fix: isElsewhere ? `git switch --track origin/${branch}` : `git branch ${branch} COMMIT   (where its work is)`,
  });
}

export interface ContinueRequest {
  readonly run: RunSummary;
  readonly command: string;
  readonly forceUnlock: boolean;
}

export function continueRun(ports: Ports, driver: Driver, request: ContinueRequest): Promise<PhaseResult> {
  return namingFeature(request.run.head.feature, () => resume(ports, driver, request));
}

async function resume(ports: Ports, driver: Driver, request: ContinueRequest): Promise<PhaseResult> {
  const { head } = request.run;
  const feature =
    head.phase === "brainstorm"
      ? brainstormOf(head)
      : await resolveFeature(ports, head.config.artifactsRoot, head.feature);
  const { command, forceUnlock } = request;
  const first = await reopen(ports, driver, { feature, command, forceUnlock, run: request.run.head.id });
  return goOn(ports, driver, { feature, command, forceUnlock, run: request.run.head.id }, first);
}

interface Reopening {
  readonly feature: KnownFeature;
  readonly command: string;
  readonly forceUnlock: boolean;
  readonly run: string;
}

/** Reopens the run as long as what it waits for can be settled here; no lock is held while a person thinks. */
async function goOn(ports: Ports, driver: Driver, request: Reopening, first: PhaseResult): Promise<PhaseResult> {
  let result = first;
  while (result.type === "waiting" && (await isSettled(ports, driver, result))) {
    result = await reopen(ports, driver, request, true);
  }
  if (result.type === "waiting") await isStopped(ports); // a run that waits has ended as well
  return result;
}

function reopen(ports: Ports, given: Driver, request: Reopening, isSameCommand = false): Promise<PhaseResult> {
  return underLock(ports, given, request, async (driver) => {
    const { operation } = await ports.repository.where();
    const before = (await ports.runs.open()).find((run) => run.head.id === request.run);
    if (operation && !isOwnMerge(operation, before)) await requireIdleRepository(ports.repository);
    const session = await ports.runs.resume(request.run, before && (await openedBy(driver, before.head)));
    return walk(ports, driver, request.feature, session, isSameCommand ? "same-command" : before);
  });
}

async function openedBy(driver: Driver, head: RunHead): Promise<OpenedBy> {
  const { id, host } = await driver.openAgent(head.runtime, "run");
  const { yolo, trusted, budget } = driver;
  // A client without hooks names it in one call, and the next call names none: it stays until another one is named.
  const changed = budget?.maxDispatches !== head.flags.maxDispatches && budget?.maxDispatches;
  const raised = budget?.maxCost !== head.flags.maxCost && budget?.maxCost;
  return {
    ...{ id, ...(host && { proof: host.proof }), ...(yolo && { yolo: true }) },
    ...{ ...(trusted && { trusted }), ...(changed && { maxDispatches: changed }), ...(raised && { maxCost: raised }) },
  };
}

/** The run was cut off in the middle of the merge it began; the merge's own step handles that. */
function isOwnMerge(operation: string, before: RunSummary | undefined): boolean {
  return (
    operation === "merge" && before?.inFlight?.startsWith("finish/") === true && /\/merge\/\d+$/.test(before.inFlight)
  );
}

async function underLock<T>(
  ports: Ports,
  driver: Driver,
  request: Omit<Reopening, "run">,
  work: (driver: Driver) => Promise<T>,
): Promise<T> {
  const lock = await ports.runs.lock(request.feature.feature.key, {
    command: request.command,
    force: request.forceUnlock,
  });
  const { lost } = lock;
  const held = lost ? { ...driver, signal: AbortSignal.any([driver.signal, lost]) } : driver;
  try {
    return await heedStop(ports, held, work);
  } catch (error) {
    throw lost?.aborted ? composeLost(error) : error;
  } finally {
    await keepForTeam(ports, request.feature.feature).catch(() => undefined); // its run tells that the database is away
    await lock.release();
  }
}

/** What it still works on could be somebody else's by now, so it has ended itself. */
function composeLost(cause: unknown): IflowError {
  const message = "the connection to the team's database was cut, and with it went the hold on this feature";
  return new IflowError("interrupted", message, { cause, fix: "iflow continue   (what is recorded is kept)" });
}

/** One above the highest number in use, even if older runs were removed. */
function nextRun(earlier: readonly RunSummary[]): number {
  return 1 + Math.max(0, ...earlier.map(({ head }) => Number(/\d+$/.exec(head.id)?.[0] ?? 0)));
}
