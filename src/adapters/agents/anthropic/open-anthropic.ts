// The runtime as settings and environment want it.
import type { Config } from "../../../domain/config/config.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import type { LoopOptions } from "../tool-loop/setup.ts";
import { createAnthropicAgent } from "./anthropic-agent.ts";

export interface AnthropicSettings extends Omit<LoopOptions, "limits" | "retries"> {
  readonly settings: Config["anthropic"];
  /** How long an answer may show no sign of life. */
  readonly silenceMs: number;
}

export function openAnthropic({ settings, ...options }: AnthropicSettings): AgentRuntime {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL } = options.env;
  const { baseUrl = ANTHROPIC_BASE_URL || undefined, tries, ...limits } = settings;
  if (!apiKey) {
    throw new IflowError("agent-unavailable", "no key in ANTHROPIC_API_KEY", { fix: "set ANTHROPIC_API_KEY" });
  }
  return createAnthropicAgent({ ...options, apiKey, baseUrl, limits, retries: { tries } });
}
