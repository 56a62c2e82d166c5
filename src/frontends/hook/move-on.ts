// An agent of ours has answered, and the host's model is about to be told. Once everything its run waits for has been seen,
// the run is moved here, and the model is told the next state along with the answer: that saves it a request. Whenever
// this stays silent, the model asks for the next state itself, and gets the same one.
import { setTimeout as pause } from "node:timers/promises";
import type { HostOrder } from "../../domain/run/questions/question.ts";
import type { HookDesk, WaitingRun } from "../../ports/agents/hook-desk.ts";
import type { HookInput, Move } from "./hook-input.ts";

/** The hook at the agent's end may still be writing down what it saw. */
const SEEN_WAIT = { tries: 30, pauseMs: 100 };
/** Claude Code keeps more than about 10,000 characters of a hook's words from the model. */
const LONGEST = 9000;
const MOVED = "iflow has taken the answer and moved on.";

/** After the Agent tool: the agent was started for an order and has ended. */
export async function moveAfterAgent(desk: HookDesk, input: HookInput, move: Move): Promise<object | undefined> {
  if (input.agent_id !== undefined || !(await isDriving(desk, input))) return undefined;
  if (input.tool_response?.status !== "completed") return undefined; // it works in the background
  const found = findOrder(await desk.openRuns(), ({ sentence }) => sentence === input.tool_input?.prompt);
  return found && told("PostToolUse", await moveOn(desk, found, move));
}

/** A resumed agent's answer comes as a prompt that nobody typed. */
const NOTIFICATION = /^<task-notification>\s*<task-id>([\w-]+)<\/task-id>/;

export async function moveAfterNotice(desk: HookDesk, input: HookInput, move: Move): Promise<object | undefined> {
  const agent = NOTIFICATION.exec(input.prompt ?? "")?.[1];
  if (agent === undefined || !(await isDriving(desk, input))) return undefined;
  const found = findOrder(await desk.openRuns(), (order) => order.agent === agent);
  return found && told("UserPromptSubmit", await moveOn(desk, found, move));
}

async function isDriving(desk: HookDesk, { session_id }: HookInput): Promise<boolean> {
  return session_id !== undefined && (await desk.drivingSession()) === session_id;
}

interface Found {
  readonly run: WaitingRun;
  readonly order: HostOrder;
}

function findOrder(runs: readonly WaitingRun[], isMeant: (order: HostOrder) => boolean): Found | undefined {
  for (const run of runs) {
    const order = run.orders.find(isMeant);
    if (order) return { run, order };
  }
  return undefined;
}

/** Undefined when no hook has seen the agent: then a tool says what to do. */
async function moveOn(desk: HookDesk, { run, order }: Found, move: Move): Promise<string | undefined> {
  const seen = await seenOrders(desk, run, order);
  if (!seen.has(order.id)) return undefined;
  const due = run.orders.filter(({ id }) => !seen.has(id));
  if (due.length > 0) {
    const names = due.map(({ id, role }) => `${id} (${role})`).join(", ");
    return `iflow has the answer to ${order.id}. Still open: ${names}. Carry out what is not under way; do not report ${order.id}.`;
  }
  const state = await move(run.feature);
  return state.length > LONGEST ? `${MOVED} Call the tool next.` : `${MOVED} The next state:\n${state}`;
}

/** The ids of open orders that an agent was seen to carry out; waits for the one that was just carried out. */
async function seenOrders(desk: HookDesk, run: WaitingRun, wanted: HostOrder): Promise<ReadonlySet<string>> {
  for (let tried = 0; ; tried++) {
    const numbers = new Set(await desk.seenOrders(run.id));
    const seen = new Set(run.orders.map(({ id }) => id).filter((id) => numbers.has(id.slice(id.lastIndexOf(".") + 1))));
    if (seen.has(wanted.id) || tried >= SEEN_WAIT.tries) return seen;
    await pause(SEEN_WAIT.pauseMs);
  }
}

function told(hookEventName: string, additionalContext: string | undefined): object | undefined {
  return additionalContext === undefined ? undefined : { hookSpecificOutput: { hookEventName, additionalContext } };
}
