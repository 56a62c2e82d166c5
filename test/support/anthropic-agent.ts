// The runtime `anthropic` in this process, talking to the fake API; its sessions live in a folder of the test.
import { onTestFinished } from "vitest";
import { createAnthropicAgent } from "../../src/adapters/agents/anthropic/anthropic-agent.ts";
import type { AnthropicAgentOptions } from "../../src/adapters/agents/anthropic/setup.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes.ts";
import { type Block, composePrompt } from "../../src/domain/prompt.ts";
import type { AgentRequest, AgentRuntime } from "../../src/ports/agent-runtime.ts";
import { newStep } from "../contracts/agent-runtime.contract.ts";
import { calls, type Reply } from "./fake-anthropic/reply.ts";
import { type FakeAnthropic, type Rule, startFakeAnthropic } from "./fake-anthropic/server.ts";
import { tempFolder, tempRepo } from "./temp-repo.ts";

export const TEST_KEY = "sk-ant-test-0123456789abcdef";

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
  const request = (overrides: Partial<AgentRequest> = {}): AgentRequest => ({
    ...anthropicRequest(root),
    step: newStep(),
    ...overrides,
  });
  return { runtime: again(), fake, root, sessions, again, request };
}

/** Waits are short: no test is about their length. */
export function anthropicOptions(url: string, sessions: string): AnthropicAgentOptions {
  return {
    apiKey: TEST_KEY,
    baseUrl: url,
    models: { strong: "claude-opus-5-5", standard: "claude-sonnet-5-5", light: "claude-haiku-4-5" },
    limits: { maxTurns: 20, maxOutputTokens: 100_000, maxCost: 5 },
    retries: { tries: 4, firstWaitMs: 1 },
    sessions: async () => sessions,
    openTree: createWorkingTree,
    checks: {},
    env: process.env,
    processIdentity,
  };
}

export function anthropicRequest(root: string): AgentRequest {
  return {
    step: "specify/1/1/spec-reviewer/1",
    phase: "specify",
    feature: { key: "001-a", folder: "docs/features/001-a" },
    artifact: "docs/features/001-a/spec.md",
    role: "spec-reviewer",
    model: "standard",
    kind: "fresh",
    prompt: promptOf("Review the spec."),
    workdir: root,
    access: "read",
    readable: [],
  };
}

export const promptOf = (text: string) => composePrompt([{ slot: "work", layer: "round", text }]);

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
