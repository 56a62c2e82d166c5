// The plain Messages API as a runtime.
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import { createLoopAgent } from "../tool-loop/loop-agent.ts";
import type { LoopOptions } from "../tool-loop/setup.ts";
import { type ApiAccess, openClient, requireAddress } from "./client.ts";
import { NAMES } from "./failure.ts";

export interface AnthropicAgentOptions extends LoopOptions, ApiAccess {}

export function createAnthropicAgent(options: AnthropicAgentOptions): AgentRuntime {
  requireAddress(options.baseUrl);
  return createLoopAgent(options, {
    names: NAMES,
    secret: options.apiKey,
    sharesBeginnings: true,
    tellsEffort: true,
    needsPings: true,
    open: () => openClient(options),
  });
}
