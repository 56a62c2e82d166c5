// What is set when a session has been opened, new or resumed: the mode in which the agent asks, and its model.
import { type ClientContext, methods, RequestError } from "@agentclientprotocol/sdk";
import * as z from "zod";
import { AgentFailure, isAuthError, wordsOf } from "../failure.ts";
import type { ReadyAgent } from "../ready/ready-agent.ts";

const ChoiceSchema = z.object({ value: z.string() });
export const OpenedSchema = z.object({
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

interface OpenSession {
  readonly agent: ClientContext;
  readonly id: string;
  /** What the agent said when it was opened. */
  readonly opened: z.infer<typeof OpenedSchema>;
}

type Asking = Pick<ReadyAgent, "askingMode" | "askingOptions">;

/**
 * A person may have configured an agent to act without asking. Here it has to ask, and an agent known to have a mode
 * for that does no work in any other mode. Newer agents offer modes as an option.
 */
export async function chooseMode(session: OpenSession, { askingMode: modeId, askingOptions }: Asking): Promise<void> {
  const { agent, id: sessionId, opened } = session;
  for (const [id, value] of Object.entries(askingOptions)) {
    const option = findOption(opened, (one) => one.id === id);
    if (!option?.offered.includes(value)) throw new AgentFailure(`it has no option "${id}" that makes it ask`);
    if (option.current !== value)
      await orFail(`does not take "${id}", which makes it ask`, setOption(session, id, value));
  }
  if (modeId === undefined) return;
  const { modes } = opened;
  const option = findOption(opened, ({ category }) => category === "mode");
  const offered = [...(option?.offered ?? []), ...(modes?.availableModes.map(({ id }) => id) ?? [])];
  if (!offered.includes(modeId)) {
    const others = offered.length === 0 ? "none; another version of it may" : offered.join(", ");
    throw new AgentFailure(`it has no mode "${modeId}", the one in which it asks; it offers ${others}`);
  }
  const refused = `does not take the mode "${modeId}", the one in which it asks`;
  if (option?.offered.includes(modeId)) {
    if (option.current !== modeId) await orFail(refused, setOption(session, option.id, modeId));
  } else if (modes?.currentModeId !== modeId) {
    await orFail(refused, agent.request(methods.agent.session.setMode, { sessionId, modeId }));
  }
}

async function orFail(refused: string, asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof RequestError) || isAuthError(error)) throw error;
    throw new AgentFailure(`it ${refused}: ${wordsOf(error)}`);
  }
}

/**
 * Said in every session, whatever it shows as its current model: one that was resumed may show the model it was begun
 * with and use another, which also finds nothing in the provider's cache.
 */
export async function chooseModel(session: OpenSession, model: string | undefined): Promise<void> {
  if (model === undefined) return;
  const option = findOption(session.opened, ({ category }) => category === "model");
  if (!option) {
    // otherwise its own model would do the work and be billed at the price of this one
    throw new AgentFailure(`its model cannot be chosen, so it cannot use "${model}"; remove that from models.acp`);
  }
  if (!option.offered.includes(model)) {
    throw new AgentFailure(`it has no model "${model}"; it offers ${option.offered.slice(0, MOST_NAMES).join(", ")}`);
  }
  await setOption(session, option.id, model);
}

const MOST_NAMES = 20;

type Option = NonNullable<z.infer<typeof OpenedSchema>["configOptions"]>[number];

function findOption({ configOptions }: OpenSession["opened"], isIt: (option: Option) => boolean) {
  const option = configOptions?.find(isIt);
  if (!option) return undefined;
  const choices = option.options.flatMap((one) => ("options" in one ? one.options : [one]));
  return { id: option.id, current: option.currentValue, offered: choices.map(({ value }) => value) };
}

function setOption({ agent, id: sessionId }: OpenSession, configId: string, value: string): Promise<unknown> {
  return agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
}
