// The row of a ping in the bill. It is written before the ping is sent, with the expected usage, and rewritten once the
// actual usage is known: a ping that is killed, stopped or overtaken in between was paid for, and the row says so.
import { NOTHING_DONE, type Outcome } from "../../domain/billing/outcome.ts";
import { costOf, NO_USAGE, type Usage } from "../../domain/billing/usage.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import { oneLine } from "../../domain/text/one-line.ts";
import { withoutSecrets } from "../../domain/text/secrets/secrets.ts";
import type { AgentOutcome } from "../../ports/agents/agent-runtime.ts";
import { modelOf } from "../work/given/context-mode.ts";
import { numberedFile, writeOutcome } from "../work/given/dispatch-files.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { agentOf } from "../work/given/role-agents.ts";
import type { Parts } from "../work/state/phase-run.ts";

export interface Ping {
  /** The dispatch during which it is sent. */
  readonly dispatch: Dispatch;
  readonly step: string;
  readonly role: RoleId;
  readonly number: number;
  /** Tokens of the session that it keeps warm. */
  readonly context: number;
}

/** Sends the ping; afterwards there is a row, whatever happened to the ping. */
export async function withRow(
  phase: Parts<"abilities" | "name" | "ports" | "run">,
  ping: Ping,
  send: () => Promise<AgentOutcome>,
): Promise<AgentOutcome> {
  const { clock } = phase.ports;
  const begun = clock.now().getTime();
  const expected: Usage = { ...NO_USAGE, cacheRead: ping.context, estimated: true };
  const unanswered = {
    status: "failed",
    error: "iflow did not wait for its answer; what it read is estimated",
  } as const;
  await keepRow(phase, ping, { ...unanswered, usage: expected, milliseconds: 0 });
  const outcome = await send();
  if (outcome.status === "aborted" && !outcome.usage) return outcome; // already sent: the row stays as it is
  const isDone = outcome.status === "completed";
  const error = outcome.status === "failed" ? outcome.error : "it was stopped before it left";
  await keepRow(phase, ping, {
    status: isDone ? "completed" : "failed",
    ...(!isDone && { error }),
    usage: outcome.usage ?? expected,
    milliseconds: clock.now().getTime() - begun,
  });
  return outcome;
}

interface PingEnd extends Pick<Outcome, "status" | "usage" | "milliseconds"> {
  readonly error?: string;
}

async function keepRow(
  phase: Parts<"abilities" | "name" | "ports" | "run">,
  ping: Ping,
  { error, ...end }: PingEnd,
): Promise<void> {
  const { dispatch, step, role, number } = ping;
  const agent = agentOf(phase.ports, role);
  const cost = costOf(end.usage, agent.models[modelOf(phase, roleOf(role))], agent.prices);
  const row: Outcome = {
    ...{ step, prompt: "", phase: phase.name, role, round: dispatch.round },
    ...{ kind: "ping", reason: "keep-warm", reply: "", sessionLost: false, session: null, runtime: agent.id },
    ...end,
    ...(error !== undefined && { error: withoutSecrets(oneLine(error)) }),
    ...{ ...NOTHING_DONE, world: { ...dispatch.expected } },
    ...{ promptChars: 0, contextChars: 0, at: phase.ports.clock.now().toISOString() },
    ...(cost !== undefined && { cost }),
  };
  await writeOutcome(phase, numberedFile(dispatch.number, `${role}-ping-${number}`), row);
}
