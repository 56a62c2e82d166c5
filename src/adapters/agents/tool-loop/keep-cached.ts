// A ping that keeps what was sent in the provider's cache: it sends the same beginning again and wants no answer. It
// reads sessions but never writes them, and it is not worth a retry. The cost of a ping that was sent and never
// answered is unknown, so its usage is left out. A ping that was refused, or never sent, used nothing.
import { NO_USAGE } from "../../../domain/billing/usage.ts";
import type { AgentOutcome, AgentRequest } from "../../../ports/agents/agent-runtime.ts";
import { SYSTEM_TEXT, TOOLS } from "./request/api-prefix.ts";
import { type Conversation, markedBlocks, promptContent } from "./request/messages.ts";
import { findPast } from "./session/open-turn.ts";
import { failure, type LoopSetup } from "./setup.ts";

export async function touchPrefix(setup: LoopSetup, request: AgentRequest, signal: AbortSignal): Promise<AgentOutcome> {
  const prefix = await prefixOf(setup, request);
  if ("lost" in prefix) return failure(prefix.lost, request.session !== undefined);
  const model = setup.models[request.model];
  const client = await setup.client();
  if (client.touch === undefined) return failure("this provider's cache needs no pings");
  const hasLeft = !signal.aborted;
  const family = request.feature.key;
  try {
    const begins = { model, effort: request.effort, family, system: SYSTEM_TEXT, tools: TOOLS };
    return {
      status: "completed",
      reply: "",
      session: request.session?.ref,
      usage: await client.touch({ ...begins, ...prefix, maxTokens: 0 }, signal),
    };
  } catch (caught) {
    const { error, isUnanswered = false } = client.explain(caught, model);
    const usage = hasLeft && isUnanswered ? undefined : NO_USAGE;
    return signal.aborted ? { status: "aborted", usage } : { ...failure(error), usage };
  }
}

/** The beginning of the next request, up to a user message: models no longer accept an unfinished answer. */
async function prefixOf(
  setup: LoopSetup,
  { session, prompt }: AgentRequest,
): Promise<Conversation | { readonly lost: string }> {
  if (session) {
    const found = await findPast(await setup.sessions(), session.ref);
    if ("lost" in found) return found;
    const { messages, marks } = found.past;
    return { marks, messages: messages.slice(0, messages.findLastIndex(({ role }) => role === "user") + 1) };
  }
  const blocks = markedBlocks(prompt.blocks);
  const last = blocks.at(-1);
  if (last === undefined) return { lost: "no block of the prompt is marked, so there is nothing to keep" };
  const content = promptContent(prompt, setup.clean).slice(0, last + 1);
  return { messages: [{ role: "user", content }], marks: blocks.map((block) => ({ message: 0, block })) };
}
