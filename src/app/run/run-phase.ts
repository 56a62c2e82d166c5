// Starting or continuing a run: locks, journal, the phase's own function, and what happens when it must wait for a
// person. A phase knows nothing about this; it is called again from its beginning and replays its recorded past.
import type { Config } from "../../domain/config/config.ts";
import type { TrustedValues } from "../../domain/config/trusted-keys.ts";
import type { Feature } from "../../domain/feature/feature.ts";
import type { FeatureMeta } from "../../domain/feature/feature-meta.ts";
import { artifactFileOf, isPhase, leftOutOf, type RunKind } from "../../domain/feature/phase.ts";
import { brainstormFile } from "../../domain/review/brainstorm.ts";
import type { Pending } from "../../domain/run/question.ts";
import {
  isOutdated,
  JOURNAL_FORMAT,
  type OpenedBy,
  type RunFlags,
  type RunHead,
  type RunSummary,
} from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { AgentRuntime } from "../../ports/agent-runtime.ts";
import type { Ports } from "../../ports/ports.ts";
import { type RunSession, Suspended } from "../../ports/runs.ts";
import type { RuntimeChoice } from "../../ports/wiring.ts";
import { hearLastAttempts } from "../dispatch/host-dispatch.ts";
import { withdrawOrders } from "../dispatch/host-orders.ts";
import { begunChain } from "../feature/begun-chain.ts";
import { brainstormOf } from "../feature/brainstorm-run.ts";
import { type KnownFeature, resolveFeature } from "../feature/features.ts";
import { requireIdleRepository } from "../feature/require-idle-repository.ts";
import { startPlanned } from "../feature/start-planned.ts";
import type { PhaseEnd } from "../phases/document/document-phase.ts";
import { openRoleAgents, recordAbilities } from "../work/role-agents.ts";
import { newPhaseRun, type PhaseRun } from "../work/state/phase-run.ts";
import type { Budget } from "../work/state/spending.ts";
import { keepEnd } from "./keep-end.ts";
import { endOutdated } from "./outdated-run.ts";
import { reconcile } from "./reconcile.ts";
import { confirmTransition, requireTransition, type Transition } from "./transition.ts";

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

/** Answers open questions (by a prompt or the YOLO table); undefined leaves them open. */
export type Answerer = (pendings: readonly Pending[]) => Promise<Record<string, string> | undefined>;

export interface Driver {
  /** Opens the agents of the run, which this command may replace, or those of a role. */
  readonly openAgent: (choice: RuntimeChoice, of: "run" | "role") => Promise<AgentRuntime>;
  readonly answer: Answerer;
  /** Aborts when the person interrupts the command. */
  readonly signal: AbortSignal;
  /** This command said `--yolo` itself. */
  readonly yolo?: boolean;
  /** The trusted keys that count from now on, if the person has confirmed other ones since the run began. */
  readonly trusted?: TrustedValues;
  /** This command's budget; it takes precedence over the one the run began with. */
  readonly budget?: Budget;
}

export type PhaseResult =
  | { readonly type: "ended"; readonly run: RunHead; readonly folder: string; readonly end: PhaseEnd }
  | { readonly type: "waiting"; readonly run: RunHead; readonly folder: string; readonly pendings: readonly Pending[] };

type PhaseFunction = (phase: PhaseRun, meta: FeatureMeta) => Promise<PhaseEnd>;

/** Each is loaded only when it runs. */
const PHASE_FUNCTIONS: Partial<Record<RunKind, () => Promise<PhaseFunction>>> = {
  specify: async () => (await import("../phases/document/specify.ts")).specify,
  design: async () => (await import("../phases/document/design.ts")).design,
  "create-plan": async () => (await import("../phases/document/plan-and-tasks.ts")).createPlan,
  "create-tasks": async () => (await import("../phases/document/plan-and-tasks.ts")).createTasks,
  implement: async () => (await import("../phases/implement/implement.ts")).implement,
  finish: async () => (await import("../phases/finish/finish.ts")).finish,
  retrospect: async () => (await import("../phases/retrospect/retrospect.ts")).retrospect,
};

export async function startPhase(ports: Ports, driver: Driver, request: PhaseRequest): Promise<PhaseResult> {
  const { key, branch } = request.feature.feature;
  const created = await underLock(ports, request, async () => {
    await requireIdleRepository(ports.repository);
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
      createdAt: ports.clock.now().toISOString(),
    };
    const session = await ports.runs.create(head);
    await ports.creations.forget(key); // from here on the head knows the chain
    return { head, feature, first: await walk(ports, driver, feature, session, undefined) };
  });
  return goOn(ports, driver, { ...request, feature: created.feature, run: created.head.id }, created.first);
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
    fix: isElsewhere ? `git switch --track origin/${branch}` : `git branch ${branch} <commit>   (where its work is)`,
  });
}

export interface ContinueRequest {
  readonly run: RunSummary;
  readonly command: string;
  readonly forceUnlock: boolean;
}

export async function continueRun(ports: Ports, driver: Driver, request: ContinueRequest): Promise<PhaseResult> {
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

/** Reopens the run as long as its questions can be answered here; no lock is held while a person thinks. */
async function goOn(ports: Ports, driver: Driver, request: Reopening, first: PhaseResult): Promise<PhaseResult> {
  let result = first;
  while (result.type === "waiting" && result.pendings.every((pending) => pending.type === "question")) {
    const answers = await driver.answer(result.pendings);
    if (!answers) return result;
    for (const [id, answer] of Object.entries(answers)) await ports.runs.answer(id, answer);
    result = await reopen(ports, driver, request, true);
  }
  return result;
}

function reopen(ports: Ports, driver: Driver, request: Reopening, isSameCommand = false): Promise<PhaseResult> {
  return underLock(ports, request, async () => {
    const { operation } = await ports.repository.where();
    const before = (await ports.runs.open()).find((run) => run.head.id === request.run);
    if (operation && !isOwnMerge(operation, before)) await requireIdleRepository(ports.repository);
    const session = await ports.runs.resume(request.run, before && (await openedBy(driver, before.head)));
    return walk(ports, driver, request.feature, session, isSameCommand ? "same-command" : before);
  });
}

async function openedBy(driver: Driver, head: RunHead): Promise<OpenedBy> {
  const { id, host } = await driver.openAgent(head.runtime, "run");
  const { yolo, trusted } = driver;
  return { id, ...(host && { proof: host.proof }), ...(yolo && { yolo: true }), ...(trusted && { trusted }) };
}

/** The run was cut off in the middle of the merge it began; the merge's own step handles that. */
function isOwnMerge(operation: string, before: RunSummary | undefined): boolean {
  return (
    operation === "merge" && before?.inFlight?.startsWith("finish/") === true && /\/merge\/\d+$/.test(before.inFlight)
  );
}

async function underLock<T>(ports: Ports, request: Omit<Reopening, "run">, work: () => Promise<T>): Promise<T> {
  const lock = await ports.runs.lock(request.feature.feature.key, {
    command: request.command,
    force: request.forceUnlock,
  });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** Opens the journal once: replay, then live steps until the end, a question or an error. */
async function walk(
  ports: Ports,
  driver: Driver,
  known: KnownFeature,
  session: RunSession,
  before: Before,
): Promise<PhaseResult> {
  const { run } = session;
  const { head } = run;
  const facts = { run: head, folder: run.folder.path };
  const stop = () => session.abort();
  driver.signal.addEventListener("abort", stop);
  if (driver.signal.aborted) stop();
  try {
    const choice = head.runtime;
    const agent = await driver.openAgent(choice, "run");
    const roleAgents = await openRoleAgents(agent, choice, (one) => driver.openAgent(one, "role"));
    if (!agent.host && typeof before === "object") await withdrawOrders(ports, before.pendings);
    if (before !== "same-command") {
      ports.emit({
        type: "run-opened",
        feature: head.feature,
        phase: head.phase,
        runtime: agent.id,
        ...reopenedFacts(before),
      });
    }
    const name = head.phase as RunKind; // written by startPhase
    const phaseFunction = await functionOf(name, known);
    if (!phaseFunction) {
      throw new IflowError("journal-mismatch", `this version of iflow has no phase ${head.phase}`, {
        fix: `continue with iflow ${head.iflow}`,
      });
    }
    const phasePorts = { ...ports, agent, roleAgents };
    const phase = newPhaseRun({
      run,
      ports: phasePorts,
      feature: known.feature,
      artifact: artifactPath(head, known.feature),
      abilities: await recordAbilities(run, phasePorts),
      budget: { ...head.flags, ...driver.budget },
    });
    await reconcile(phase);
    const transition = transitionOf(known, name, head.flags);
    const isWanted = transition === undefined || (await confirmTransition(phase, transition));
    const end = isWanted ? await phaseFunction(phase) : CANCELLED;
    await hearLastAttempts(phase);
    if (head.idea !== undefined) await keepEnd(phase, end);
    await ports.commits.settleIndex(); // no phase ends while the user's next commit would undo one of ours
    await session.end(end.choice);
    if ((await ports.runs.open()).length === 0) await ports.snapshots.clear(); // another run may need its own
    return { type: "ended", ...facts, end };
  } catch (error) {
    if (error instanceof Suspended) return { type: "waiting", ...facts, pendings: error.pendings };
    throw error;
  } finally {
    driver.signal.removeEventListener("abort", stop);
    await session.close();
  }
}

/** A brainstorm has no feature yet; every other phase gets the content of its feature's `.meta.json`. */
async function functionOf(
  phase: RunKind,
  { meta }: KnownFeature,
): Promise<((phase: PhaseRun) => Promise<PhaseEnd>) | undefined> {
  if (phase === "brainstorm") return (await import("../phases/brainstorm/brainstorm.ts")).brainstorm;
  const phaseFunction = await PHASE_FUNCTIONS[phase]?.();
  return phaseFunction && meta && ((phase) => phaseFunction(phase, meta));
}

function artifactPath({ phase, idea, createdAt }: RunHead, { folder }: Feature): string {
  return `${folder}/${idea === undefined ? artifactFileOf(phase as RunKind) : brainstormFile(createdAt, idea)}`;
}

const CANCELLED: PhaseEnd = { choice: "cancelled", rounds: 0, notes: 0 };

/** Undefined for what is allowed at any time: a brainstorm, a retrospective. */
function transitionOf({ feature, meta }: KnownFeature, phase: RunKind, flags: RunFlags): Transition | undefined {
  if (!isPhase(phase) || phase === "brainstorm" || !meta) return undefined;
  return { feature, meta, phase, leftOut: leftOutOf(flags) };
}

/** One above the highest number in use, even if older runs were removed. */
function nextRun(earlier: readonly RunSummary[]): number {
  return 1 + Math.max(0, ...earlier.map(({ head }) => Number(/\d+$/.exec(head.id)?.[0] ?? 0)));
}

/** What an earlier command left, if this one did not begin the run itself. */
type Before = RunSummary | "same-command" | undefined;

function reopenedFacts(before: RunSummary | undefined) {
  if (!before) return {};
  const { inFlight, steps, lastAt } = before;
  return { reopened: { steps, lastAt, ...(inFlight !== undefined && { inFlight }) } };
}
