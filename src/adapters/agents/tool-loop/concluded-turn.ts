// The answer of a turn that was committed by a process that died before it could hand the answer over.
import type { AgentRef } from "../../../domain/dispatch/dispatch-plan.ts";
import type { AgentRequest } from "../../../ports/agents/agent-runtime.ts";
import { textsOf, toolCalls } from "./request/messages.ts";
import { readSession } from "./session/session-file.ts";
import { parseRef } from "./session/session-ref.ts";
import type { LoopSetup } from "./setup.ts";
import { submittedReply } from "./tools/toolbox.ts";

/** Undefined when that turn was not committed, or belongs to another step. */
export async function findConcluded(
  setup: Pick<LoopSetup, "sessions">,
  { step }: Pick<AgentRequest, "step">,
  ref: AgentRef,
): Promise<string | undefined> {
  const point = parseRef(ref);
  const transcript = point && (await readSession(await setup.sessions(), point.id));
  if (!transcript || !("turns" in transcript)) return undefined; // gone or damaged: nothing of it is believed
  const turn = transcript.turns.get(point.turn);
  const last = turn?.messages.at(-1);
  if (turn?.begin.step !== step || last?.role !== "assistant") return undefined;
  const calls = toolCalls(last);
  return calls.length === 0 ? textsOf(last).join("\n\n") : submittedReply(calls);
}
