// OpenAI's models, and those of any server that speaks one of its two APIs, as a runtime: the same loop, tools and sessions
// as over the Messages API.
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import { createLoopAgent } from "../tool-loop/loop-agent.ts";
import type { LoopOptions } from "../tool-loop/setup.ts";
import { type ApiAccess, openClient, requireAddress } from "./client.ts";
import { namesOf } from "./failure.ts";

export interface OpenAiAgentOptions extends LoopOptions, ApiAccess {}

export function createOpenAiAgent(options: OpenAiAgentOptions): AgentRuntime {
  requireAddress(options.baseUrl);
  return createLoopAgent(options, {
    names: namesOf(options.keyVariable),
    secret: options.apiKey,
    // A server of one's own may cache nothing, and its models may have small windows: documents are read, not sent.
    sharesBeginnings: options.api === "responses",
    tellsEffort: options.api === "responses", // Chat Completions is asked with what every server takes
    needsPings: false, // an entry lives for half an hour, and every request wants an answer
    open: () => openClient(options),
  });
}
