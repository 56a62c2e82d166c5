// One request: the prefix, the conversation, and at most four cache marks. Marks are set only here, on
// copies; what is kept has none. A mark on the tail of the previous request makes sure that its cache entry is found,
// however many blocks a turn has added since; the API itself looks back only 20 blocks.
import { type Effort, takesEffort, thinksWhenAsked } from "../../../domain/roles/effort.ts";
import type { ContentBlock, Message, Position } from "../tool-loop/request/messages.ts";
import type { Question } from "../tool-loop/request/model-client.ts";

export interface RequestBody {
  readonly model: string;
  readonly max_tokens: number;
  readonly output_config?: { readonly effort: Effort };
  readonly thinking?: { readonly type: "adaptive" };
  readonly tools: readonly { readonly name: string }[];
  readonly tool_choice: { readonly type: "auto" };
  readonly system: readonly ContentBlock[];
  readonly messages: readonly Message[];
}

const MARK = { cache_control: { type: "ephemeral" } } as const;
const MOST_MARKS = 4;

/** The oldest form of the provider's search: every model knows it, and it needs no other server tool. */
const SEARCH = { type: "web_search_20250305", name: "web_search" } as const;

export function composeBody({ messages, marks, maxTokens, ...question }: Question): RequestBody {
  const model = { model: question.model, ...effortFor(question) };
  const system: ContentBlock = { type: "text", text: question.system };
  const tool_choice = { type: "auto" } as const;
  if (question.searches !== undefined) {
    const tools = [{ ...SEARCH, max_uses: question.searches }];
    return { ...model, max_tokens: maxTokens, tools, tool_choice, system: [system], messages }; // it is asked only once
  }
  const tails = tailsOf(messages);
  const chosen = marks.slice(tails.length - MOST_MARKS);
  const places = [...chosen, ...tails];
  return {
    ...model,
    max_tokens: maxTokens,
    tools: question.tools,
    tool_choice,
    system: [chosen.length === 0 ? { ...system, ...MARK } : system],
    messages: messages.map((message, index) => {
      const blocks = places.filter((place) => place.message === index).map(({ block }) => block);
      return blocks.length === 0 ? message : withMarks(message, blocks);
    }),
  };
}

/** A search is answered without long thoughts, which would leave no room for the answer. */
function effortFor({ model, effort, searches }: Pick<Question, "model" | "effort" | "searches">) {
  return {
    ...(takesEffort(model) && { output_config: { effort } }),
    ...(searches === undefined && thinksWhenAsked(model) && { thinking: { type: "adaptive" as const } }),
  };
}

/** The ends of this request and of the previous one: every request ends with a user message. */
function tailsOf(messages: readonly Message[]): Position[] {
  const asked = messages.flatMap(({ role, content }, message) =>
    role === "user" ? [{ message, block: content.length - 1 }] : [],
  );
  return asked.slice(-2);
}

function withMarks({ role, content }: Message, blocks: readonly number[]): Message {
  return { role, content: content.map((block, place) => (blocks.includes(place) ? { ...block, ...MARK } : block)) };
}
