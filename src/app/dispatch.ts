// One dispatch: prompt -> agent -> outcome, inside one durable step. The outcome file is written before the step is
// recorded, so a reply that was paid for is used after a crash, not paid for again. An attempt that was cut off is a
// recorded value too: what it left in its own files is saved as a patch, and the caller plans the next attempt.
import { isEngineFile } from "../domain/delta.ts";
import type { DispatchKind, DispatchReason } from "../domain/dispatch-plan.ts";
import { IflowError } from "../domain/errors.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { Prompt } from "../domain/prompt.ts";
import type { RoleId } from "../domain/role.ts";
import type { Activity } from "../domain/run-event.ts";
import { someOf } from "../domain/some-of.ts";
import type { Whereabouts } from "../ports/repository.ts";
import type { Step, StepContext } from "../ports/runs.ts";
import { withinBudget } from "./budget.ts";
import { type Expectation, expectDispatch } from "./expected-cost.ts";
import { changedSettings } from "./git-settings.ts";
import { recoverDispatch } from "./interrupted-dispatch.ts";
import { whileWarm } from "./keep-warm.ts";
import { fileOf, hashOf, paidOutcome, writeOutcome } from "./outcome-files.ts";
import type { PhaseWork, World } from "./phase-work.ts";
import { runAgent } from "./run-agent.ts";
import type { Start } from "./staggered-start.ts";
import { isSameWorld, look } from "./world.ts";

/** Files a writer may change; none for roles that only read. */
export type Writes = readonly string[] | "anything";

export interface Order {
  readonly step: string;
  readonly number: number;
  readonly role: RoleId;
  readonly round: number;
  readonly activity: Activity;
  readonly kind: DispatchKind | "repair";
  readonly reason: DispatchReason | "repair";
  readonly prompt: Prompt;
  readonly contextChars: number;
  readonly session: string | undefined;
  readonly writes: Writes;
  /** Files its prompt tells a fresh agent to read. */
  readonly requiredPaths?: readonly string[];
  /** For a blind role: the only files it may read. */
  readonly readable?: readonly string[];
  /** Snapshot from before an interrupted attempt, so that its changes still count as the writer's. */
  readonly base: string | undefined;
  readonly expected: World;
  /** Who is asked next in this loop: their sessions are kept warm meanwhile. */
  readonly next?: readonly RoleId[];
  /** Among others of its round that share a beginning. */
  readonly start?: Start;
}

/** What the journal keeps; the reply itself stays in the outcome file. */
export type DispatchResult =
  | {
      readonly status: "completed" | "failed";
      readonly file: string;
      readonly changed: Outcome["changed"];
      readonly world: Outcome["world"];
    }
  | {
      readonly status: "interrupted";
      readonly base: string | null;
      readonly patch: string | null;
      readonly files: readonly string[];
      readonly blob: string | null;
    }
  | {
      readonly status: "foreign";
      readonly seen: Outcome["world"];
    };

export function dispatchStep(work: PhaseWork, order: Order): Step<DispatchResult> {
  return {
    name: order.step,
    input: { prompt: hashOf(order), kind: order.kind, session: order.session ?? null, world: { ...order.expected } },
    work: (context) => begin(work, order, context).finally(() => order.start?.hasBegun()),
  };
}

async function begin(work: PhaseWork, order: Order, context: StepContext): Promise<DispatchResult> {
  const paid = await paidOutcome(work, order);
  if (paid) return resultOf(order, paid);
  if (context.interrupted) return recoverDispatch(work, order, context.interrupted);
  await order.start?.mayBegin(context.signal);
  const seen = await look(work);
  if (!isSameWorld(seen, order.expected)) return { status: "foreign", seen: { ...seen } };
  const expected = expectDispatch(work, order);
  return withinBudget(work, { step: order.step, ...expected }, () => send(work, order, expected, context));
}

async function send(
  work: PhaseWork,
  order: Order,
  expected: Expectation,
  context: StepContext,
): Promise<DispatchResult> {
  const { ports, run } = work;
  const base = order.base ?? (await ports.snapshots.take()).tree;
  const stood = await standing(work);
  await run.folder.write(`${fileOf(order)}.prompt.md`, order.prompt.text);
  await context.note({ type: "started", base });
  const { step, role, round, activity, kind, reason, contextChars } = order;
  const { estimate } = expected;
  const about = {
    ...{ step, role, round, activity, kind, reason, promptChars: order.prompt.text.length, contextChars },
    ...(estimate !== undefined && { estimate }),
  };
  ports.emit({ type: "dispatch-started", ...about });

  const answer = await whileWarm(work, order, () => runAgent(work, order, context));
  if (!answer) throw new IflowError("interrupted", `stopped while ${role} worked`, { fix: "iflow continue" });
  const outcome = { ...answer, ...expected, ...(await lookAfter(work, order, base, stood)) };
  await writeOutcome(work, order, outcome);
  const { status, usage, cost, error, milliseconds } = outcome;
  ports.emit({
    ...{ type: "dispatch-ended", ...about, status, usage, milliseconds },
    ...(cost !== undefined && { cost }),
    ...(error !== undefined && { error }),
  });
  return resultOf(order, outcome);
}

/** What the dispatch did to the files, looked at while it is still known who did it. */
async function lookAfter(
  work: PhaseWork,
  order: Order,
  base: string,
  stood: Standing,
): Promise<Pick<Outcome, "changed" | "meddled" | "world">> {
  const { snapshots, emit } = work.ports;
  const changed = await snapshots.changed(base, (await snapshots.take()).tree);
  const world = await look(work);
  const elsewhere = changed
    .map(({ path }) => path)
    .filter((path) => !isEngineFile(work.feature.folder, path) && path !== work.artifact);
  // what a writer changed besides is asked about before its commit; where there is no commit, this is all that is said
  const isReader = order.writes.length === 0;
  if ((isReader || !work.ownsBranch) && elsewhere.length > 0) {
    const doing = isReader ? "reading" : "writing";
    emit({ type: "warned", text: `files changed while ${order.role} was ${doing}: ${someOf(elsewhere)}` });
  }
  const stands = await standing(work);
  const meddled = changedSettings(stood.settings, stands.settings);
  if (meddled.length > 0) {
    const names = meddled.map((name) => `.git/${name}`);
    emit({ type: "warned", text: `${order.role} changed git's own files: ${someOf(names)}` });
  }
  if (stands.head !== stood.head || stands.branch !== stood.branch) {
    emit({
      type: "warned",
      text: `${order.role} moved the branch or made a commit of its own; only iflow commits during a run`,
    });
  }
  return { changed: changed.map(({ path, change }) => ({ path, change })), meddled, world: { ...world } };
}

type Standing = Whereabouts & { readonly settings: Readonly<Record<string, string>> };

async function standing(work: PhaseWork): Promise<Standing> {
  const { repository } = work.ports;
  return { ...(await repository.where()), settings: await repository.settings() };
}

function resultOf(order: Order, { status, changed, world }: Outcome): DispatchResult {
  return { status, file: fileOf(order), changed, world };
}
