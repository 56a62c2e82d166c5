// A runtime `anthropic` over the fake API, also for a process of its own.
import type { AnthropicAgentOptions } from "../../src/adapters/agents/anthropic/anthropic-agent.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes/processes.ts";

export const TEST_KEY = "sk-ant-test-0123456789abcdef";

/** Waits are short: no test is about their length. */
export function anthropicOptions(url: string, sessions: string): AnthropicAgentOptions {
  return {
    apiKey: TEST_KEY,
    baseUrl: url,
    models: { strong: "claude-opus-5-5", standard: "claude-sonnet-5-5", light: "claude-haiku-5-5" },
    limits: { maxTurns: 20, maxOutputTokens: 100_000, maxCost: 5 },
    retries: { tries: 6, firstWaitMs: 1 },
    sessions: async () => sessions,
    openTree: createWorkingTree,
    checks: {},
    env: process.env,
    processIdentity,
  };
}
