// Before the host's model uses a tool: is it about to touch something it must not? The engine does not depend on this
// guard; it keeps a model from wasting its user's time, and records what was tried.
import { hostAgentOf } from "../../domain/host/host-sentence.ts";
import type { HostOrder } from "../../domain/run/questions/question.ts";
import type { HookDesk, WaitingRun } from "../../ports/agents/hook-desk.ts";
import { guardCommand } from "./guard-command.ts";
import { guardEdit } from "./guard-edit.ts";
import type { HookInput } from "./hook-input.ts";
import type { Refusal, Scene } from "./scene.ts";
import { ANSWER } from "./take-answer.ts";

const OWN_TOOLS = "mcp__plugin_iflow_iflow__";

export async function guardTool(desk: HookDesk, input: HookInput): Promise<object | undefined> {
  if (input.tool_name?.startsWith(OWN_TOOLS)) return allowOwnTool(desk, input);
  const runs = await desk.openRuns();
  const refusal = await judge(desk, runs, input);
  if (refusal === undefined) return undefined;
  if (typeof refusal === "object") return decision("ask", refusal.ask);
  const about = runs.find(({ hosted }) => hosted) ?? runs[0];
  const note = about && desk.noteAttempt(about.id, `${input.tool_name}: ${refusal}`);
  await note?.catch(() => undefined); // it is refused all the same
  return decision("deny", refusal);
}

function decision(permissionDecision: "ask" | "deny", why: string): object {
  const permissionDecisionReason = `iflow: ${why}`;
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason } };
}

/** A user who typed an iflow command wants its loop to continue, without a permission prompt at every turn. */
async function allowOwnTool(desk: HookDesk, input: HookInput): Promise<object | undefined> {
  if (!(await isDriving(desk, input))) return undefined;
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } };
}

async function isDriving(desk: HookDesk, { session_id }: HookInput): Promise<boolean> {
  return session_id !== undefined && (await desk.drivingSession()) === session_id;
}

async function judge(desk: HookDesk, runs: readonly WaitingRun[], input: HookInput): Promise<Refusal> {
  switch (input.tool_name) {
    case "Edit":
    case "Write":
    case "MultiEdit":
    case "NotebookEdit":
      return guardEdit(desk, await sceneOf(desk, runs, input), input);
    case "Bash":
      return guardCommand(await sceneOf(desk, runs, input), input);
    case "Agent":
    case "Task":
      return guardStart(runs, input.tool_input ?? {});
    case "SendMessage":
      return guardMessage(desk, runs, input.tool_input ?? {});
    case "CronCreate":
    case "ScheduleWakeup":
      // Such a prompt comes back as if the user had typed it.
      return guardPlanned(String(input.tool_input?.prompt).trim());
    default:
      return undefined;
  }
}

async function sceneOf(desk: HookDesk, runs: readonly WaitingRun[], input: HookInput): Promise<Scene> {
  return { runs, drives: await isDriving(desk, input), isUsed: await desk.isUsed() };
}

function guardPlanned(prompt: string): Refusal {
  if (ANSWER.test(prompt)) return "only the user may answer questions";
  return prompt.includes("/iflow:") ? "only the user may type iflow's commands" : undefined;
}

/** An agent of ours is started for an order, with its sentence and nothing else. */
function guardStart(
  runs: readonly WaitingRun[],
  { subagent_type, prompt, ...others }: Readonly<Record<string, unknown>>,
): Refusal {
  const type = String(subagent_type);
  const orders = runs.flatMap((run) => run.orders);
  const order = orders.find(({ sentence }) => sentence === prompt);
  if (!type.startsWith("iflow:"))
    return order ? `order ${order.id} is for an agent of type ${hostAgentOf(order.role)}` : undefined;
  if (!order) return `start ${type} with the sentence of an open order and nothing else; get it with the tool next`;
  if (hostAgentOf(order.role) !== type) return `order ${order.id} is for an agent of type ${hostAgentOf(order.role)}`;
  if (order.agent !== null) return `order ${order.id} goes to agent ${order.agent}: use SendMessage`;
  const chosen = ["model", "effort", "isolation"].find((name) => others[name] !== undefined);
  return chosen && `the host may not choose the ${chosen} of an agent`;
}

async function guardMessage(
  desk: HookDesk,
  runs: readonly WaitingRun[],
  { to, message }: Readonly<Record<string, unknown>>,
): Promise<Refusal> {
  const isSent = ({ agent, sentence }: HostOrder) => agent === to && sentence === message;
  if (runs.some(({ orders }) => orders.some(isSent))) return undefined;
  for (const run of runs) {
    const own = new Set([...(await desk.agentsOf(run.id)), ...run.orders.map(({ agent }) => agent)]);
    if (own.has(String(to))) return `send agent ${to} only the sentence of an order for it, and nothing else`;
  }
  return undefined;
}
