// One dispatch: prompt -> agent -> outcome, inside one durable step. The answer is on disk before anything else is looked
// at, so after a crash a reply that was paid for is used, not paid for again. An attempt that was cut off is a
// recorded value too: what it left in its own files is saved as a patch, and the caller plans the next attempt. If the
// agents belong to a host, the step records an order instead, and the run waits for its report (host-dispatch.ts).
import { NOTHING_DONE } from "../../domain/billing/outcome.ts";
import { NO_USAGE } from "../../domain/billing/usage.ts";
import { agentName, inFlightWords } from "../../domain/run/events/work-words.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { AgentRuntime } from "../../ports/agents/agent-runtime.ts";
import type { Step, StepContext } from "../../ports/runs/runs.ts";
import { withinBudget } from "../economy/budget.ts";
import { type Expectation, expectDispatch } from "../economy/expected-cost.ts";
import { whileWarm } from "../economy/keep-warm.ts";
import { noteContent, paidAgain, sentBefore } from "../economy/sent-before.ts";
import { noteTrunk } from "../economy/shared-trunk.ts";
import { fileOf } from "../work/given/dispatch-files.ts";
import { type Dispatch, hashOf } from "../work/given/dispatch-request.ts";
import { agentOf, isForeignSession } from "../work/given/role-agents.ts";
import { CONFIG_IS_BACK, type KeptConfig, keepConfig, putBackConfig } from "../work/keep-config.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import { isSameWorld, look } from "../work/world.ts";
import { takeConcluded, takePaid } from "./adopt-answer.ts";
import { endDispatch, factsOf, gitPosition, keepAnswer } from "./after-dispatch.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { awaitReports, type Ordered, writeOrder } from "./host-dispatch.ts";
import { recoverDispatch } from "./interrupted-dispatch.ts";
import { runAgent, sentNote, toOutcome } from "./run-agent.ts";

export interface Sent {
  readonly dispatch: Dispatch;
  readonly result: DispatchResult;
}

/** Runs the dispatches side by side, started in the given order; returns the results in that order. */
export async function sendAll(phase: PhaseRun, dispatches: readonly Dispatch[]): Promise<Sent[]> {
  // Those side by side share what the first of them found: another may have changed it by then.
  const config = once(() => keepConfig(phase));
  const results = await phase.run.all(dispatches.map((dispatch) => dispatchStep(phase, dispatch, config)));
  const sent = results.flatMap((result, index) => {
    const dispatch = dispatches[index];
    return dispatch ? [{ dispatch, result }] : [];
  });
  const ordered = sent.flatMap(({ dispatch, result }) =>
    result.status === "ordered" ? [{ dispatch, ordered: result }] : [],
  );
  const reports = await awaitReports(phase, ordered);
  return sent.flatMap(({ dispatch, result }) => {
    const settled = result.status === "ordered" ? reports.get(dispatch) : result;
    return settled ? [{ dispatch, result: settled }] : [];
  });
}

type Keep = () => Promise<KeptConfig>;

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

function dispatchStep(phase: PhaseRun, dispatch: Dispatch, config: Keep): Step<DispatchResult | Ordered> {
  return {
    name: dispatch.step,
    input: {
      prompt: hashOf(dispatch),
      kind: dispatch.kind,
      session: dispatch.session ?? null,
      ...(dispatch.goesOn && { goesOn: dispatch.goesOn.ref }),
      world: { ...dispatch.expected },
    },
    work: (context) => begin(phase, dispatch, config, context).finally(() => dispatch.start?.hasBegun()),
  };
}

async function begin(
  phase: PhaseRun,
  dispatch: Dispatch,
  config: Keep,
  context: StepContext,
): Promise<DispatchResult | Ordered> {
  const turn = dispatch.start?.mayBegin(context.signal); // before any await: places are taken in the given order
  const paid = await takePaid(phase, dispatch, context.interrupted);
  if (paid) return paid;
  if (context.interrupted) {
    const concluded = await takeConcluded(phase, dispatch, context.interrupted);
    return concluded ?? recoverDispatch(phase, dispatch, context.interrupted);
  }
  await turn;
  await phase.ports.safePoint?.();
  const seen = await look(phase);
  if (!isSameWorld(seen, dispatch.expected)) return { status: "foreign", seen: { ...seen } };
  const expected = { ...expectDispatch(phase, dispatch), sentBefore: sentBefore(phase, dispatch) };
  noteContent(phase, dispatch);
  const agent = agentOf(phase.ports, dispatch.role);
  if (dispatch.session !== undefined && isForeignSession(phase, dispatch.session, agent))
    return leaveSession(phase, dispatch, agent);
  const { host } = agent;
  return withinBudget<DispatchResult | Ordered>(phase, { step: dispatch.step, ...expected }, () =>
    host ? writeOrder(phase, dispatch, host.proof, expected) : send(phase, dispatch, { ...expected, config }, context),
  );
}

/** Asking would cost money and fail anyway, so the caller continues with a fresh agent. */
async function leaveSession(phase: PhaseRun, dispatch: Dispatch, { id }: AgentRuntime): Promise<DispatchResult> {
  const error = `its session belongs to ${phase.sessions.runtimeOf(dispatch.session ?? "")}, and ${id} goes on`;
  const lost = { status: "failed", error, sessionLost: true, usage: NO_USAGE } as const;
  const answer = toOutcome(phase, dispatch, lost, { ...NOTHING_DONE, milliseconds: 0 });
  const outcome = { ...answer, ...NOTHING_DONE, world: { ...dispatch.expected } };
  return endDispatch(phase, dispatch, outcome);
}

/** Tokens that some agent in this run was already sent, and the configuration as it was before. */
interface Known {
  readonly sentBefore: number;
  readonly config: Keep;
}

async function send(
  phase: PhaseRun,
  dispatch: Dispatch,
  { sentBefore: known, config, ...expected }: Expectation & Known,
  context: StepContext,
): Promise<DispatchResult> {
  const { ports, run } = phase;
  const base = dispatch.base ?? (await ports.snapshots.take()).tree;
  const settings = await config();
  const before = { base, ...(await gitPosition(phase)), ...(settings !== undefined && { config: settings }) };
  await run.folder.write(`${fileOf(dispatch)}.prompt.md`, dispatch.prompt.text);
  const { role, activity, about } = dispatch;
  const watched = { activity, ...(about !== undefined && { about }) };
  await context.note({ type: "started", ...before, sent: { ...sentNote(phase, dispatch) }, watched });
  ports.emit({ type: "dispatch-started", ...factsOf(dispatch, expected.estimate) });

  noteTrunk(phase, dispatch, ports.clock.now().getTime());
  const kept = await whileWarm(phase, dispatch, async () => {
    const answer = await runAgent(phase, dispatch, context);
    if (!answer) return undefined;
    const paid = paidAgain(phase, dispatch, known, answer.usage);
    return keepAnswer(phase, dispatch, { ...answer, ...expected, ...paid }, before);
  });
  if (!kept) {
    await putBackConfig(phase, settings, { who: role, file: fileOf(dispatch) });
    await context.note({ type: CONFIG_IS_BACK }); // from here on a change is the person's
    throw new IflowError(
      "interrupted",
      `stopped while ${inFlightWords(dispatch.step) ?? `the ${agentName(role)} was working`}`,
      { fix: "iflow continue" },
    );
  }
  return endDispatch(phase, dispatch, kept);
}
