// The conversation a turn belongs to: a new session, or one resumed in the way the agent offers. Makes sure that the
// agent asks before it acts and uses the model of the role's tier.
import { type ClientContext, methods, RequestError } from "@agentclientprotocol/sdk";
import * as z from "zod";
import { mayUseWeb, roleOf } from "../../../domain/roles/role.ts";
import type { AgentRequest } from "../../../ports/agent-runtime.ts";
import { AgentFailure, isAuthError, wordsOf } from "./failure.ts";
import type { Greeting } from "./greeting.ts";
import type { AcpSetup } from "./setup.ts";
import { within } from "./within.ts";

const ChoiceSchema = z.object({ value: z.string() });
const OpenedSchema = z.object({
  sessionId: z.string().optional(),
  modes: z
    .object({ currentModeId: z.string(), availableModes: z.array(z.object({ id: z.string() })) })
    .nullish()
    .catch(undefined),
  configOptions: z
    .array(
      z.object({
        id: z.string(),
        category: z.string().nullish(),
        currentValue: z.unknown(),
        options: z.array(z.union([ChoiceSchema, z.object({ options: z.array(ChoiceSchema) })])).default([]),
      }),
    )
    .nullish()
    .catch(undefined),
});
type Opened = z.infer<typeof OpenedSchema>;

interface Opening {
  readonly agent: ClientContext;
  readonly setup: AcpSetup;
  readonly greeting: Greeting;
  readonly request: AgentRequest;
  readonly cwd: string;
}

/** Returns the id of the session. */
export async function openSession(opening: Opening): Promise<string> {
  const { setup, request, agent } = opening;
  const asked = request.session === undefined ? startNew(opening) : takeUp(opening, request.session);
  const { success, data } = OpenedSchema.safeParse((await within(setup.patienceMs, "the session", asked)) ?? {});
  const id = request.session?.ref ?? data?.sessionId;
  if (!success || id === undefined) throw new AgentFailure("its answer to session/new is not of the protocol");
  await chooseMode(agent, id, setup.agent.askingMode, data);
  await chooseModel(agent, id, setup.models[request.model], data);
  return id;
}

function startNew(opening: Opening): Promise<unknown> {
  return opening.agent.request(methods.agent.session.new, termsOf(opening));
}

async function takeUp(opening: Opening, session: NonNullable<AgentRequest["session"]>): Promise<unknown> {
  const { agent, greeting } = opening;
  if (session.mode === "fork") throw new AgentFailure("it cannot fork a session");
  if (greeting.takesUp === "none") throw new AgentFailure("it cannot resume a session", true);
  const method = greeting.takesUp === "resume" ? methods.agent.session.resume : methods.agent.session.load;
  try {
    return await agent.request(method, { sessionId: session.ref, ...termsOf(opening) });
  } catch (error) {
    if (!(error instanceof RequestError) || isAuthError(error)) throw error;
    throw new AgentFailure(`it cannot take up session ${session.ref}: ${wordsOf(error)}`, true);
  }
}

function termsOf({ cwd, setup, request: { access, role } }: Opening) {
  const web = access !== "blind" && mayUseWeb(roleOf(role));
  return { cwd, mcpServers: [], _meta: setup.agent.sessionMeta(access, web) };
}

/**
 * A person may have configured an agent to act without asking. Here it has to ask, and an agent known to have a mode
 * for that does no work in any other mode. Newer agents offer modes as an option.
 */
async function chooseMode(agent: ClientContext, sessionId: string, modeId: string | undefined, opened: Opened) {
  const { modes } = opened;
  const option = findOption(opened, "mode");
  const offered = [...(option?.offered ?? []), ...(modes?.availableModes.map(({ id }) => id) ?? [])];
  if (modeId === undefined) return;
  if (!offered.includes(modeId)) {
    const others = offered.length === 0 ? "none; another version of it may" : offered.join(", ");
    throw new AgentFailure(`it has no mode "${modeId}", the one in which it asks; it offers ${others}`);
  }
  try {
    if (option?.offered.includes(modeId)) await setOption(agent, sessionId, option, modeId);
    else if (modes?.currentModeId !== modeId) await agent.request(methods.agent.session.setMode, { sessionId, modeId });
  } catch (error) {
    if (!(error instanceof RequestError) || isAuthError(error)) throw error;
    throw new AgentFailure(`it does not take the mode "${modeId}", the one in which it asks: ${wordsOf(error)}`);
  }
}

async function chooseModel(agent: ClientContext, sessionId: string, model: string | undefined, opened: Opened) {
  const option = findOption(opened, "model");
  if (model === undefined) return;
  if (!option) {
    // otherwise its own model would do the work and be billed at the price of this one
    throw new AgentFailure(`its model cannot be chosen, so it cannot use "${model}"; remove that from models.acp`);
  }
  if (!option.offered.includes(model)) {
    throw new AgentFailure(`it has no model "${model}"; it offers ${option.offered.slice(0, MOST_NAMES).join(", ")}`);
  }
  await setOption(agent, sessionId, option, model);
}

const MOST_NAMES = 20;

function findOption({ configOptions }: Opened, category: string) {
  const option = configOptions?.find((one) => one.category === category);
  if (!option) return undefined;
  const choices = option.options.flatMap((one) => ("options" in one ? one.options : [one]));
  return { id: option.id, current: option.currentValue, offered: choices.map(({ value }) => value) };
}

async function setOption(
  agent: ClientContext,
  sessionId: string,
  { id, current }: { readonly id: string; readonly current: unknown },
  value: string,
) {
  if (current !== value) await agent.request(methods.agent.session.setConfigOption, { sessionId, configId: id, value });
}
