// One dispatch: prompt -> agent -> outcome, inside one durable step. The outcome file is written before the step is
// recorded, so a reply that was paid for is used after a crash, not paid for again. An attempt that was cut off is a
// recorded value too: what it left in its own files is saved as a patch, and the caller plans the next attempt.
import { createHash } from "node:crypto";
import { isEngineFile } from "../domain/delta.ts";
import type { DispatchKind, DispatchReason } from "../domain/dispatch-plan.ts";
import { IflowError } from "../domain/errors.ts";
import { type Outcome, OutcomeSchema } from "../domain/outcome.ts";
import type { Prompt } from "../domain/prompt.ts";
import { replyJsonSchema } from "../domain/reply-schema.ts";
import { type RoleId, roleOf } from "../domain/role.ts";
import type { Activity } from "../domain/run-event.ts";
import { costOf } from "../domain/usage.ts";
import type { AgentOutcome } from "../ports/agent-runtime.ts";
import type { ChangedPath } from "../ports/repository.ts";
import type { Step, StepContext } from "../ports/runs.ts";
import { recoverDispatch } from "./interrupted-dispatch.ts";
import type { PhaseWork, World } from "./phase-work.ts";
import { isSameWorld, look } from "./world.ts";

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
  /** Files a writer may change; empty for roles that only read. */
  readonly writes: readonly string[];
  /** Snapshot from before an interrupted attempt, so that its changes still count as the writer's. */
  readonly base: string | undefined;
  readonly expected: World;
}

/** What the journal keeps; the reply itself stays in the outcome file. */
export type DispatchResult =
  | {
      readonly status: "completed" | "failed";
      readonly file: string;
      readonly changed: readonly { readonly path: string; readonly change: ChangedPath["change"] }[];
      readonly world: { readonly branch: string | null; readonly head: string | null; readonly blob: string | null };
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
      readonly seen: { readonly branch: string | null; readonly head: string | null; readonly blob: string | null };
    };

export function dispatchStep(work: PhaseWork, order: Order): Step<DispatchResult> {
  return {
    name: order.step,
    input: {
      prompt: sha256(order.prompt.text),
      kind: order.kind,
      session: order.session ?? null,
      world: { ...order.expected },
    },
    work: async (context) => {
      const paid = await readOutcome(work, order);
      if (paid) return finish(work, order, paid, startedBase(context) ?? order.base);
      if (context.interrupted) return recoverDispatch(work, order, context.interrupted);
      const seen = await look(work);
      if (!isSameWorld(seen, order.expected)) return { status: "foreign", seen: { ...seen } };
      return send(work, order, context);
    },
  };
}

/** The recorded outcome of a dispatch whose step is done. */
export async function outcomeOf(work: PhaseWork, file: string): Promise<Outcome> {
  const text = await work.run.folder.read(`${file}.outcome.json`);
  const outcome = text === undefined ? undefined : parseOutcome(text);
  if (outcome) return outcome;
  throw new IflowError("journal-corrupt", `the run needs ${file}.outcome.json, and it is missing or damaged`, {
    detail: work.run.folder.path,
    fix: "Restore the file from a backup; without it the reply it holds cannot be used again.",
  });
}

async function send(work: PhaseWork, order: Order, context: StepContext): Promise<DispatchResult> {
  const { ports, run } = work;
  const base = order.base ?? (await ports.snapshots.take()).tree;
  await run.folder.write(`${fileOf(order)}.prompt.md`, order.prompt.text);
  await context.note({ type: "started", base });
  const { step, role, round, activity, kind, reason, contextChars } = order;
  const about = { step, role, round, activity, kind, reason, promptChars: order.prompt.text.length, contextChars };
  ports.emit({ type: "dispatch-started", ...about });

  const begun = ports.clock.now().getTime();
  const { outcome, reads, refused } = await runAgent(work, order, context);
  const milliseconds = ports.clock.now().getTime() - begun;
  if (outcome.status === "aborted") {
    throw new IflowError("interrupted", `stopped while ${role} worked`, { fix: "iflow continue" });
  }

  const record = toOutcome(work, order, outcome, { reads, refused, milliseconds });
  if (record.reply !== "") await run.folder.write(`${fileOf(order)}.reply.md`, record.reply);
  await run.folder.write(`${fileOf(order)}.outcome.json`, `${JSON.stringify(record, null, 2)}\n`);
  const { usage, cost, error } = record;
  ports.emit({
    type: "dispatch-ended",
    ...about,
    status: record.status,
    usage,
    milliseconds,
    ...(cost !== undefined && { cost }),
    ...(error !== undefined && { error }),
  });
  return finish(work, order, record, base);
}

async function runAgent(work: PhaseWork, order: Order, context: StepContext) {
  const { ports, feature } = work;
  const role = roleOf(order.role);
  const reads: string[] = [];
  const refused: string[] = [];
  let outcome: AgentOutcome | undefined;
  const request = {
    step: order.step,
    phase: work.phase,
    feature: { key: feature.key, folder: feature.folder },
    role: order.role,
    model: role.model,
    kind: order.kind,
    prompt: order.prompt,
    workdir: ports.repository.root,
    access: role.access,
    readable: [],
    ...(order.session !== undefined && { session: { ref: order.session, mode: "resume" as const } }),
    ...(role.reply !== "text" && { replySchema: replyJsonSchema(order.role) }),
  };
  for await (const event of ports.agent.dispatch(request, context.signal)) {
    if (event.type === "spawned") await context.note({ type: "spawned", pid: event.pid, startTime: event.startTime });
    else if (event.type === "ended") outcome = event.outcome;
    else if (event.type === "tool-called") {
      if (event.refused !== undefined) refused.push(`${event.path ?? event.name}: ${event.refused}`);
      else if (event.name === "read" && event.path !== undefined) reads.push(event.path);
      ports.emit({
        type: "agent-worked",
        step: order.step,
        role: order.role,
        did: `${event.name} ${event.path ?? ""}`.trim(),
      });
    }
  }
  if (!outcome) throw new Error(`runtime ${ports.agent.id} ended ${order.step} without an outcome`);
  return { outcome, reads, refused };
}

function toOutcome(
  work: PhaseWork,
  order: Order,
  outcome: Exclude<AgentOutcome, { status: "aborted" }>,
  seen: Pick<Outcome, "reads" | "refused" | "milliseconds">,
): Outcome {
  const usage = outcome.usage ?? { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, estimated: true };
  const cost = costOf(usage, roleOf(order.role).model);
  return {
    step: order.step,
    prompt: sha256(order.prompt.text),
    phase: work.phase,
    role: order.role,
    round: order.round,
    kind: order.kind,
    reason: order.reason,
    status: outcome.status,
    reply: outcome.status === "completed" ? outcome.reply : "",
    ...(outcome.status === "failed" && { error: outcome.error }),
    sessionLost: outcome.status === "failed" && outcome.sessionLost,
    session: outcome.status === "completed" ? (outcome.session ?? null) : null,
    usage,
    ...(cost !== undefined && { cost }),
    promptChars: order.prompt.text.length,
    contextChars: order.contextChars,
    ...seen,
    at: work.ports.clock.now().toISOString(),
  };
}

/** What the dispatch did to the files, looked at while it is still known who did it. */
async function finish(
  work: PhaseWork,
  order: Order,
  outcome: Outcome,
  base: string | undefined,
): Promise<DispatchResult> {
  const { snapshots, emit } = work.ports;
  const changed = base === undefined ? [] : await snapshots.changed(base, (await snapshots.take()).tree);
  const world = await look(work);
  const elsewhere = changed
    .map(({ path }) => path)
    .filter((path) => !isEngineFile(work.feature.folder, path) && path !== work.artifact);
  if (order.writes.length === 0 && elsewhere.length > 0) {
    emit({ type: "warned", text: `files changed while ${order.role} was reading: ${elsewhere.join(", ")}` });
  }
  if (world.head !== order.expected.head || world.branch !== order.expected.branch) {
    emit({
      type: "warned",
      text: `${order.role} moved the branch or made a commit of its own; only iflow commits during a run`,
    });
  }
  return {
    status: outcome.status,
    file: fileOf(order),
    changed: changed.map(({ path, change }) => ({ path, change })),
    world: { ...world },
  };
}

async function readOutcome(work: PhaseWork, order: Order): Promise<Outcome | undefined> {
  const text = await work.run.folder.read(`${fileOf(order)}.outcome.json`);
  const outcome = text === undefined ? undefined : parseOutcome(text);
  return outcome?.step === order.step && outcome.prompt === sha256(order.prompt.text) ? outcome : undefined;
}

function parseOutcome(text: string): Outcome | undefined {
  try {
    return OutcomeSchema.parse(JSON.parse(text));
  } catch {
    return undefined; // damaged: as good as not written
  }
}

function startedBase(context: StepContext): string | undefined {
  for (const note of context.interrupted ?? []) {
    const { type, base } = note as { type?: unknown; base?: unknown };
    if (type === "started" && typeof base === "string") return base;
  }
  return undefined;
}

function fileOf(order: Pick<Order, "number" | "role" | "kind">): string {
  return `dispatches/${String(order.number).padStart(3, "0")}-${order.role}-${order.kind}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
