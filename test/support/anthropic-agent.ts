// The runtime `anthropic` in this process, talking to the fake API; its sessions live in a folder of the test.
import { onTestFinished } from "vitest";
import type { AnthropicAgentOptions } from "../../src/adapters/agents/anthropic/anthropic-agent.ts";
import { createAnthropicAgent } from "../../src/adapters/agents/anthropic/anthropic-agent.ts";
import { type Block, composePrompt } from "../../src/domain/prompts/prompt.ts";
import type { AgentRequest, AgentRuntime } from "../../src/ports/agents/agent-runtime.ts";
import { collect, outcomeOf } from "../contracts/agent-runtime.contract.ts";
import { agentRequest, promptOf } from "./agent-request.ts";
import { anthropicOptions } from "./anthropic-options.ts";
import { calls, type Reply } from "./fake-anthropic/reply.ts";
import { blocksOf, type ContentBlock, type MessagesRequest } from "./fake-anthropic/request.ts";
import { type FakeAnthropic, type Rule, startFakeAnthropic } from "./fake-anthropic/server.ts";
import { tempFolder, tempRepo } from "./temp-repo.ts";

export interface PreparedAnthropic {
  readonly runtime: AgentRuntime;
  readonly fake: FakeAnthropic;
  readonly root: string;
  /** The folder of the sessions. */
  readonly sessions: string;
  /** Another runtime over the same sessions, as another process would have. */
  again(more?: Partial<AnthropicAgentOptions>): AgentRuntime;
  request(overrides?: Partial<AgentRequest>): AgentRequest;
}

export interface AnthropicPreparation {
  readonly files?: Record<string, string>;
  readonly options?: Partial<AnthropicAgentOptions>;
}

export async function prepareAnthropic(
  rules: readonly Rule[],
  { files, options = {} }: AnthropicPreparation = {},
): Promise<PreparedAnthropic> {
  const { root } = await tempRepo(files);
  const fake = await startFakeAnthropic(rules);
  onTestFinished(() => fake.close());
  const sessions = await tempFolder();
  const again = (more: Partial<AnthropicAgentOptions> = {}) =>
    createAnthropicAgent({ ...anthropicOptions(fake.url, sessions), ...options, ...more });
  // a role that answers in prose: what a model says without handing it in is then an answer, too
  const request = (overrides: Partial<AgentRequest> = {}) => agentRequest(root, { role: "spec-author", ...overrides });
  return { runtime: again(), fake, root, sessions, again, request };
}

/** Blocks above the line, those with a star at the end of their text carrying a mark, and the work below it. */
export function promptWithMarks(above: readonly string[], work: string) {
  const slots = ["role", "guides", "artifacts", "checks", "expectations", "schema"] as const;
  const blocks = above.map((text, place): Block => {
    const slot = slots[place] ?? "schema";
    return { slot, layer: "feature", text: text.replace(/\*$/, ""), ...(text.endsWith("*") && { mark: true }) };
  });
  return composePrompt([...blocks, { slot: "work", layer: "round", text: work }]);
}

/** Hands in an answer the way this runtime asks for it. */
export const handsIn = (reply: object | string): Reply => calls("submit", { reply });

/** One turn, its events and how it ended. */
export async function play(runtime: AgentRuntime, request: AgentRequest, signal?: AbortSignal) {
  const events = await collect(runtime, request, signal);
  const outcome = outcomeOf(events);
  return { events, outcome, ref: outcome.status === "completed" ? (outcome.session ?? "") : "" };
}

export const resumes = (ref: string, text = "Again.") =>
  ({ kind: "resume", prompt: promptOf(text), session: { ref, mode: "resume" } }) as const;

/** A request without its marks, as a cache sees it: tools, system, then the messages one by one. */
export function bare({ body }: MessagesRequest): string[] {
  const print = (value: unknown) =>
    JSON.stringify(value, (key, member) => (key === "cache_control" ? undefined : member));
  return [print(body.model), print(body.tools), print(body.system), ...body.messages.map(print)];
}

/** Where the marks of a request stand: `system`, or `message.block`. */
export function marksOf({ body }: MessagesRequest): string[] {
  const isMarked = (block: ContentBlock) => block.cache_control !== undefined;
  return [
    ...blocksOf(body.system).flatMap((block) => (isMarked(block) ? ["system"] : [])),
    ...body.messages.flatMap(({ content }, message) =>
      blocksOf(content).flatMap((block, place) => (isMarked(block) ? [`${message}.${place}`] : [])),
    ),
  ];
}
