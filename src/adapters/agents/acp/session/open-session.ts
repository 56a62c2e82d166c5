// The conversation a turn belongs to: a new session, or one resumed in the way the agent offers. Makes sure that the
// agent asks before it acts and uses the model of the role's tier.
import { type ClientContext, methods, RequestError } from "@agentclientprotocol/sdk";
import { mayUseWeb, roleOf } from "../../../../domain/roles/role.ts";
import type { AgentRequest } from "../../../../ports/agents/agent-runtime.ts";
import { AgentFailure, isAuthError, wordsOf } from "../failure.ts";
import type { Greeting } from "../greeting.ts";
import type { AcpSetup } from "../setup.ts";
import { within } from "../within.ts";
import type { PastWatch } from "./past-watch.ts";
import { chooseMode, chooseModel, OpenedSchema } from "./session-options.ts";

export interface Opening {
  readonly agent: ClientContext;
  readonly setup: AcpSetup;
  readonly greeting: Greeting;
  readonly request: AgentRequest;
  readonly cwd: string;
  readonly past: PastWatch;
}

/** Returns the id of the session. */
export async function openSession(opening: Opening): Promise<string> {
  const { setup, request, agent, greeting, past } = opening;
  const asked = request.session === undefined ? startNew(opening) : takeUp(opening, request.session);
  const { success, data } = OpenedSchema.safeParse((await within(setup.patienceMs, "the session", asked)) ?? {});
  const id = request.session?.ref ?? data?.sessionId;
  if (!success || id === undefined) throw new AgentFailure("its answer to session/new is not of the protocol");
  const session = { agent, id, opened: data };
  await chooseMode(session, setup.agent);
  await chooseModel(session, setup.models[request.model]);
  if (request.session !== undefined && greeting.takesUp === "load") await past.untilQuiet();
  return id;
}

function startNew(opening: Opening): Promise<unknown> {
  return opening.agent.request(methods.agent.session.new, termsOf(opening));
}

async function takeUp(opening: Opening, session: NonNullable<AgentRequest["session"]>): Promise<unknown> {
  const { agent, greeting, setup } = opening;
  if (session.mode === "fork") throw new AgentFailure("it cannot fork a session");
  if (greeting.takesUp === "none") {
    const why = setup.agent.noResume === undefined ? "" : `: ${setup.agent.noResume}`;
    throw new AgentFailure(`it cannot resume a session${why}`, { sessionLost: true });
  }
  const method = greeting.takesUp === "resume" ? methods.agent.session.resume : methods.agent.session.load;
  try {
    return await agent.request(method, { sessionId: session.ref, ...termsOf(opening) });
  } catch (error) {
    if (!(error instanceof RequestError) || isAuthError(error)) throw error;
    throw new AgentFailure(`it cannot take up session ${session.ref}: ${wordsOf(error)}`, { sessionLost: true });
  }
}

function termsOf({ cwd, setup, request: { access, role } }: Opening) {
  const web = access !== "blind" && mayUseWeb(roleOf(role));
  return { cwd, mcpServers: [], _meta: setup.agent.sessionMeta(access, web) };
}
