// One turn: ask, do what the model requests, ask again, until it submits its answer. Every message is on disk before
// the request that contains it is sent. The turn counts only once it is committed, and is reported only then.
import type { AgentRef } from "../../../domain/dispatch/dispatch-plan.ts";
import type { Effort } from "../../../domain/roles/effort.ts";
import type { AgentOutcome } from "../../../ports/agents/agent-runtime.ts";
import type { EventQueue } from "../event-queue.ts";
import { SYSTEM_TEXT, TOOLS } from "./request/api-prefix.ts";
import { type Asked, askModel, type RetryRules } from "./request/ask-model.ts";
import { needsLess, needsOther, type ProviderNames, REFUSED, TOO_LONG } from "./request/failure.ts";
import { type ContentBlock, textsOf, toolCalls } from "./request/messages.ts";
import type { Meter } from "./request/meter.ts";
import type { ModelClient, StopReason } from "./request/model-client.ts";
import type { OpenTurn } from "./session/open-turn.ts";
import { callTools, type Toolbox } from "./tools/toolbox.ts";

export interface TurnWork {
  readonly client: ModelClient;
  readonly model: string;
  readonly effort: Effort;
  readonly names: ProviderNames;
  /** It continues a conversation. */
  readonly isResumed: boolean;
  /** Turns of the same family begin alike. */
  readonly family: string;
  readonly turn: OpenTurn;
  readonly tools: Toolbox;
  readonly meter: Meter;
  readonly retries: RetryRules;
  readonly events: EventQueue;
  readonly signal: AbortSignal;
  /** The answer is JSON: only what is handed in with submit is an answer, not what is said on the way to it. */
  readonly mustSubmit: boolean;
  /** Removes the key from an answer before it is kept, acted on or sent back. */
  readonly clean: <T>(told: T) => T;
}

/** Some models cannot produce a longer answer. */
const ANSWER_TOKENS = 64_000;
const MOST_REMINDERS = 2;
const REMINDER = "That was not handed in. Call submit with your answer.";

export async function runTurn(work: TurnWork): Promise<AgentOutcome> {
  const { turn, meter, events, signal } = work;
  const failed = (error: string, { isOfTalk, ...barred }: Barred = {}) => {
    const usual = { status: "failed", error, sessionLost: false, usage: meter.usage() } as const;
    return isOfTalk && work.isResumed ? usual : { ...barred, ...usual }; // a fresh agent is asked instead of the person
  };
  let isAnswering = false;
  let reminders = 0;
  let next: ContentBlock[] = []; // what the model is told before it is asked again
  const onToken = () => {
    if (!isAnswering) void events.push({ type: "answering" });
    isAnswering = true;
  };
  for (let answers = 0; ; answers++) {
    const limit = answers === 0 ? undefined : meter.reached(answers);
    if (limit !== undefined) {
      await turn.commit(next);
      const needs = `${limit.needs}, or let it go on up to the same limit again`;
      return failed(limit.error, { needs, ofRequest: true, unfinished: turn.ref });
    }
    if (next.length > 0) await turn.add({ role: "user", content: next });
    const asked = await ask(work, onToken);
    if (asked.status === "aborted") return { status: "aborted", usage: meter.usage() };
    if (asked.status === "failed") return failed(asked.error, asked);
    const end = explainStop(asked.stopReason, work);
    if (end !== undefined) return failed(end.error, end);
    if (asked.message === undefined) return failed("the model ended without an answer");

    const message = work.clean(asked.message);
    await turn.add(message);
    for (const text of textsOf(message)) void events.push({ type: "text", text });
    if (toolCalls(message).length === 0) {
      if (!work.mustSubmit) return complete(work, textsOf(message).join("\n\n"), []);
      if (++reminders > MOST_REMINDERS) return failed("the model did not hand in its answer with submit");
      next = [{ type: "text", text: REMINDER }];
      continue;
    }
    const { results, reply } = await callTools(work.tools, toolCalls(message));
    if (signal.aborted) return { status: "aborted", usage: meter.usage() };
    if (reply !== undefined) return complete(work, reply, results);
    next = results;
  }
}

function ask(work: TurnWork, onToken: () => void): Promise<Asked> {
  const { client, model, effort, family, turn, meter, retries, signal } = work;
  const { messages, marks } = turn;
  const maxTokens = Math.min(ANSWER_TOKENS, meter.outputLeft());
  const question = { model, effort, family, system: SYSTEM_TEXT, tools: TOOLS, messages, marks, maxTokens };
  return askModel({ client, question, meter, retries, signal, onToken });
}

async function complete(
  { turn, meter, events }: TurnWork,
  reply: string,
  answers: ContentBlock[],
): Promise<AgentOutcome> {
  if (reply.trim() === "") {
    return { status: "failed", error: "the model handed in nothing", sessionLost: false, usage: meter.usage() };
  }
  // Recorded before the turn is committed: if this process dies right after that, the answer is found in the session.
  await events.push({ type: "concluding", session: turn.ref });
  await turn.commit(answers);
  return { status: "completed", reply, session: turn.ref, usage: meter.usage() };
}

interface Barred {
  readonly needs?: string;
  readonly lifted?: number;
  readonly isGuessed?: true;
  readonly ofRequest?: true;
  readonly isOfTalk?: true;
  readonly unfinished?: AgentRef;
}

/** Why an answer is not valid; undefined for one that is complete. */
function explainStop(
  stopReason: string,
  { meter, names, model }: TurnWork,
): (Barred & { readonly error: string }) | undefined {
  const ofTalk = { isOfTalk: true, ofRequest: true } as const;
  switch (stopReason as StopReason | "unknown") {
    case "done":
      return undefined;
    case "length": {
      const reached = meter.outputLeft() <= 0 ? meter.reached(0) : undefined;
      return reached ? { ...reached, ofRequest: true } : { error: CUT_OFF, needs: needsLess(names, model), ...ofTalk };
    }
    case "cut":
      return {
        error: CUT_BY_SERVER,
        needs: `give the model more room on its server, or ${needsLess(names, model)}`,
        ...ofTalk,
      };
    case "refused":
      return { error: REFUSED, needs: needsOther(names, model), ...ofTalk };
    case "window":
      return { error: TOO_LONG, needs: needsLess(names, model), ...ofTalk };
    case "paused": // done for tools of the provider's own, of which a turn has none; a lookup goes on (search-web.ts)
      return { error: "the provider paused the answer, which nothing here asks for", needs: "wait a few minutes" };
    default:
      return { error: `the model stopped for a reason iflow does not know: ${stopReason}` };
  }
}

const CUT_BY_SERVER =
  "the server cut an answer off by itself: the longest that it gives, or its context has no room for more";
const CUT_OFF = `an answer was cut off at ${ANSWER_TOKENS} tokens, which is the longest one answer may be`;
