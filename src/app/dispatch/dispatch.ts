// One dispatch: prompt -> agent -> outcome, inside one durable step. The outcome file is written before the step is
// recorded, so a reply that was paid for is used after a crash, not paid for again. An attempt that was cut off is a
// recorded value too: what it left in its own files is saved as a patch, and the caller plans the next attempt. Where the
// agents are those of a host, the step records an order instead, and the run waits for its report (host-dispatch.ts).
import { IflowError } from "../../domain/text/errors.ts";
import type { AgentRuntime } from "../../ports/agent-runtime.ts";
import type { Step, StepContext } from "../../ports/runs.ts";
import { withinBudget } from "../economy/budget.ts";
import { type Expectation, expectDispatch } from "../economy/expected-cost.ts";
import { whileWarm } from "../economy/keep-warm.ts";
import { noteContent, paidAgain, sentBefore } from "../economy/sent-before.ts";
import { noteTrunk } from "../economy/shared-trunk.ts";
import { fileOf, hashOf, type Order } from "../work/dispatch-request.ts";
import type { PhaseRun } from "../work/phase-work.ts";
import { agentOf, isForeignSession } from "../work/role-agents.ts";
import { isSameWorld, look } from "../work/world.ts";
import { endDispatch, factsOf, lookAfter, standing } from "./after-dispatch.ts";
import { type DispatchResult, resultOf } from "./dispatch-result.ts";
import { awaitReports, type Ordered, writeOrder } from "./host-dispatch.ts";
import { recoverDispatch } from "./interrupted-dispatch.ts";
import { paidOutcome } from "./outcome-files.ts";
import { runAgent, sentNote, toOutcome } from "./run-agent.ts";

/** Side by side, started in the given order, results in that order. */
export async function dispatchAll(phase: PhaseRun, orders: readonly Order[]): Promise<DispatchResult[]> {
  const sent = await phase.run.all(orders.map((order) => dispatchStep(phase, order)));
  const reports = await awaitReports(
    phase,
    orders.flatMap((order, index) => {
      const result = sent[index];
      return result?.status === "ordered" ? [{ order, ordered: result }] : [];
    }),
  );
  return sent.map(
    (result, index) => (result.status === "ordered" ? reports.get(orders[index]) : result) as DispatchResult,
  );
}

export async function dispatch(phase: PhaseRun, order: Order): Promise<DispatchResult> {
  const [result] = await dispatchAll(phase, [order]);
  return result as DispatchResult; // one order, one result
}

function dispatchStep(phase: PhaseRun, order: Order): Step<DispatchResult | Ordered> {
  return {
    name: order.step,
    input: { prompt: hashOf(order), kind: order.kind, session: order.session ?? null, world: { ...order.expected } },
    work: (context) => begin(phase, order, context).finally(() => order.start?.hasBegun()),
  };
}

async function begin(phase: PhaseRun, order: Order, context: StepContext): Promise<DispatchResult | Ordered> {
  const turn = order.start?.mayBegin(context.signal); // before anything is awaited: places are taken in the given order
  const paid = await paidOutcome(phase, order);
  if (paid) return resultOf(order, paid);
  if (context.interrupted) return recoverDispatch(phase, order, context.interrupted);
  await turn;
  const seen = await look(phase);
  if (!isSameWorld(seen, order.expected)) return { status: "foreign", seen: { ...seen } };
  const expected = { ...expectDispatch(phase, order), sentBefore: sentBefore(phase, order) };
  noteContent(phase, order);
  const agent = agentOf(phase.ports, order.role);
  if (order.session !== undefined && isForeignSession(phase, order.session, agent))
    return leaveSession(phase, order, agent);
  const { host } = agent;
  return withinBudget<DispatchResult | Ordered>(phase, { step: order.step, ...expected }, () =>
    host ? writeOrder(phase, order, host.proof, expected) : send(phase, order, expected, context),
  );
}

/** Asking would be paid for and end the same way: the caller goes on with a fresh agent. */
async function leaveSession(phase: PhaseRun, order: Order, { id }: AgentRuntime): Promise<DispatchResult> {
  const error = `its session belongs to ${phase.sessionRuntimes.get(order.session ?? "")}, and ${id} goes on`;
  const lost = { status: "failed", error, sessionLost: true, usage: undefined } as const;
  const seen = { reads: [], refused: [], wrote: [], milliseconds: 0 };
  const outcome = { ...toOutcome(phase, order, lost, seen), changed: [], meddled: [], world: { ...order.expected } };
  return endDispatch(phase, order, outcome);
}

/** Tokens that somebody in this run was sent before. */
interface Known {
  readonly sentBefore: number;
}

async function send(
  phase: PhaseRun,
  order: Order,
  { sentBefore: known, ...expected }: Expectation & Known,
  context: StepContext,
): Promise<DispatchResult> {
  const { ports, run } = phase;
  const base = order.base ?? (await ports.snapshots.take()).tree;
  const stood = await standing(phase);
  await run.folder.write(`${fileOf(order)}.prompt.md`, order.prompt.text);
  await context.note({ type: "started", base, settings: { ...stood.settings }, sent: { ...sentNote(phase, order) } });
  const { role } = order;
  ports.emit({ type: "dispatch-started", ...factsOf(order, expected.estimate) });

  noteTrunk(phase, order, ports.clock.now().getTime());
  const answer = await whileWarm(phase, order, () => runAgent(phase, order, context));
  if (!answer) throw new IflowError("interrupted", `stopped while ${role} worked`, { fix: "iflow continue" });
  const paid = paidAgain(phase, order, known, answer.usage);
  const outcome = { ...answer, ...expected, ...paid, ...(await lookAfter(phase, order, base, stood)) };
  return endDispatch(phase, order, outcome);
}
