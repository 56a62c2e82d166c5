// The model behind a real agent: one script for all of them, whichever API an agent speaks. A request is seen as what it
// says, not how it is written, and answers are the replies of the Messages fake.
import { onTestFinished } from "vitest";
import { type Reply, says } from "../support/fake-anthropic/reply.ts";
import * as messages from "../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../support/fake-anthropic/server.ts";
import * as gemini from "../support/fake-gemini/request.ts";
import { startFakeGemini } from "../support/fake-gemini/server.ts";
import { startFakeOpenAi } from "./fakes/openai.ts";
import * as openai from "./fakes/openai-request.ts";

export type Wire = "messages" | "gemini" | "openai";

/** One request of an agent to its provider. */
export interface Asked {
  readonly model: string;
  /** What was asked, turn by turn, without what agents add to it. */
  readonly prompts: readonly string[];
  /** What the tools answered, when that is the newest. */
  readonly results: readonly string[];
  readonly tools: readonly string[];
  /** All of it. */
  readonly text: string;
}

export interface Model {
  readonly url: string;
  /** Without what agents ask on the side. */
  readonly asked: Asked[];
  /** On the side: titles, guesses of the next prompt, which model to use. Paid for as well. */
  readonly aside: Asked[];
}

export async function startModel(wire: Wire, play: (asked: Asked) => Reply): Promise<Model> {
  const asked: Asked[] = [];
  const aside: Asked[] = [];
  const answer = (one: Asked): Reply => {
    const isAside = one.tools.length === 0 || ASIDE.test(one.prompts.at(-1) ?? "");
    (isAside ? aside : asked).push(one);
    return isAside ? says(ASIDE_REPLY) : play(one);
  };
  const { url, close } = await start(wire, answer);
  onTestFinished(() => close());
  return { url, asked, aside };
}

const ASIDE = /Reply with ONLY the suggestion/;
const ASIDE_REPLY = JSON.stringify({ title: "Title", reasoning: "none", model_choice: "pro", complexity_score: 50 });

function start(wire: Wire, answer: (asked: Asked) => Reply) {
  if (wire === "messages") {
    return startFakeAnthropic([{ replies: [(request) => answer(readMessages(request))] }]);
  }
  if (wire === "openai") {
    return startFakeOpenAi((request) =>
      answer({
        model: request.body.model,
        prompts: ownWords(openai.promptsOf(request)),
        results: openai.lastToolResults(request),
        tools: openai.toolNames(request),
        text: JSON.stringify(request.body),
      }),
    );
  }
  return startFakeGemini((request) =>
    answer({
      model: request.model,
      prompts: ownWords(gemini.promptsOf(request)),
      results: gemini.lastToolResults(request),
      tools: gemini.toolNames(request),
      text: JSON.stringify(request.body),
    }),
  );
}

function readMessages(request: messages.MessagesRequest): Asked {
  const users = request.body.messages.filter(({ role }) => role === "user");
  const texts = users.map(({ content }) =>
    messages
      .blocksOf(content)
      .map(({ text }) => text ?? "")
      .join("\n"),
  );
  return {
    model: request.body.model,
    prompts: ownWords(texts),
    results: messages.lastToolResults(request),
    tools: messages.toolNames(request),
    text: JSON.stringify(request.body),
  };
}

/** Agents put reminders and facts about the machine around a prompt, in elements of their own. */
function ownWords(prompts: readonly string[]): string[] {
  return prompts.map((prompt) => prompt.replaceAll(ADDED, "").trim()).filter((prompt) => prompt !== "");
}

const ADDED =
  /<(system-reminder|session_context|current_datetime|turn-context|environment_context|permissions instructions)>.*?<\/\1>/gs;
