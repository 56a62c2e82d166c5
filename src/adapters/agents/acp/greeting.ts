// The first exchange with an agent: which protocol it speaks and what it can do. It happens once before the first
// dispatch, so that the abilities of the runtime are known, and again at the start of every turn, because every turn is
// a new process.
import { type ClientContext, client, methods, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { startAgent } from "./agent-process.ts";
import { AgentFailure, explainFailure, isMissing } from "./failure.ts";
import { type AgentCapabilities, type AuthMethod, GreetingSchema } from "./greeting-schema.ts";
import type { AcpSetup } from "./setup.ts";
import { rejectOnAbort, within } from "./within.ts";

export interface Greeting {
  /** The agent's own name for itself, with its version. */
  readonly name: string;
  /** How a session is resumed; `none` when the agent cannot resume one. */
  readonly takesUp: "resume" | "load" | "none";
  readonly authMethods: readonly AuthMethod[];
}

export type Handshake =
  | { readonly ok: true; readonly greeting: Greeting }
  | { readonly ok: false; readonly why: string; readonly reason: "missing" | "stopped" | "failing" };

/** Starts the agent, greets it and ends it again. Costs only a moment; never throws. */
export async function shakeHands(setup: AcpSetup): Promise<Handshake> {
  const { signal } = setup;
  const stopped = { ok: false, why: `stopped while ${setup.agent.name} was greeted`, reason: "stopped" } as const;
  if (signal.aborted) return stopped;
  try {
    const agent = await startAgent(setup, setup.root);
    try {
      const { agent: context } = agent.connect(client({ name: "iflow" }));
      const answer = greet(context, setup, { write: false });
      return { ok: true, greeting: await Promise.race([answer, rejectOnAbort(signal)]) };
    } catch (error) {
      if (signal.aborted) {
        await agent.end(0); // there is no session to save
        return stopped;
      }
      const remains = { ...(await agent.remains()), authMethods: [] };
      const { error: words, needs } = explainFailure(setup, error, remains);
      return {
        ok: false,
        why: needs === undefined ? words : `${words}; ${needs}`,
        reason: isMissing(remains) ? "missing" : "failing",
      };
    } finally {
      await agent.end();
    }
  } catch (error) {
    return { ok: false, why: `${setup.agent.name}: ${(error as Error).message}`, reason: "failing" };
  }
}

/** `write` says which of the client's doors are open at all; each request is also judged individually. */
export async function greet(agent: ClientContext, setup: AcpSetup, doors: { write: boolean }): Promise<Greeting> {
  const asked = agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "iflow", version: "1" },
    clientCapabilities: {
      fs: { readTextFile: setup.agent.readDoor, writeTextFile: doors.write },
      terminal: doors.write,
    },
  });
  const { success, data } = GreetingSchema.safeParse(await within(setup.patienceMs, "initialize", asked));
  if (!success) throw new AgentFailure("its answer to initialize is not of the protocol");
  if (data.protocolVersion !== PROTOCOL_VERSION) {
    throw new AgentFailure(`it speaks version ${data.protocolVersion} of the protocol, not ${PROTOCOL_VERSION}`);
  }
  const { agentInfo, agentCapabilities: can } = data;
  return {
    name: agentInfo ? [agentInfo.name, agentInfo.version].filter(Boolean).join(" ") : setup.agent.name,
    takesUp: setup.agent.noResume === undefined ? wayToTakeUp(can) : "none",
    authMethods: data.authMethods,
  };
}

function wayToTakeUp(can: AgentCapabilities): Greeting["takesUp"] {
  if (can?.sessionCapabilities?.resume) return "resume";
  return can?.loadSession === true ? "load" : "none";
}
