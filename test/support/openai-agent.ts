// The runtime `openai` in this process, talking to the fake API; its sessions live in a folder of the test.
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { OpenAiApi } from "../../src/adapters/agents/openai/client.ts";
import { createOpenAiAgent, type OpenAiAgentOptions } from "../../src/adapters/agents/openai/openai-agent.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes/processes.ts";
import type { AgentRequest, AgentRuntime } from "../../src/ports/agents/agent-runtime.ts";
import { agentRequest } from "./agent-request.ts";
import { type FakeOpenAi, type FakeOptions, type Rule, startFakeOpenAi } from "./fake-openai/server.ts";
import { tempFolder, tempRepo } from "./temp-repo.ts";

export const OPENAI_KEY = "sk-proj-test-0123456789abcdef";
/** The SDK is installed for the tests of this repository. */
export const SDK_FOLDER = join(import.meta.dirname, "..", "..");

export interface PreparedOpenAi {
  readonly runtime: AgentRuntime;
  readonly fake: FakeOpenAi;
  readonly root: string;
  /** The folder of the sessions. */
  readonly sessions: string;
  /** Another runtime over the same sessions, as another process would have. */
  again(more?: Partial<OpenAiAgentOptions>): AgentRuntime;
  request(overrides?: Partial<AgentRequest>): AgentRequest;
}

export interface OpenAiPreparation extends FakeOptions {
  readonly api?: OpenAiApi;
  readonly files?: Record<string, string>;
  readonly options?: Partial<OpenAiAgentOptions>;
}

/** Waits are short: no test is about their length. */
export async function prepareOpenAi(
  rules: readonly Rule[],
  { api = "responses", files, options = {}, ...fakeOptions }: OpenAiPreparation = {},
): Promise<PreparedOpenAi> {
  const { root } = await tempRepo(files);
  const fake = await startFakeOpenAi(rules, fakeOptions);
  onTestFinished(() => fake.close());
  const sessions = await tempFolder();
  const again = (more: Partial<OpenAiAgentOptions> = {}) =>
    createOpenAiAgent({
      ...{ api, apiKey: OPENAI_KEY, keyVariable: "OPENAI_API_KEY", baseUrl: fake.url, sdkFolders: [SDK_FOLDER] },
      models: { strong: "gpt-6.1-sol", standard: "gpt-6.1-terra", light: "gpt-6-luna" },
      limits: { maxTurns: 20, maxOutputTokens: 100_000, maxCost: 5 },
      retries: { tries: 6, firstWaitMs: 1 },
      sessions: async () => sessions,
      openTree: createWorkingTree,
      ...{ checks: {}, env: process.env, processIdentity },
      ...options,
      ...more,
    });
  const request = (overrides: Partial<AgentRequest> = {}) => agentRequest(root, { role: "spec-author", ...overrides });
  return { runtime: again(), fake, root, sessions, again, request };
}
