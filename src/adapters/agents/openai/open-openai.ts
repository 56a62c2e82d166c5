// The runtime as settings and environment want it.
import type { Config } from "../../../domain/config/config.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import type { LoopOptions } from "../tool-loop/setup.ts";
import { readAccess } from "./access.ts";
import { createOpenAiAgent } from "./openai-agent.ts";

export interface OpenAiSettings extends Omit<LoopOptions, "limits" | "retries"> {
  readonly settings: Config["openai"];
  readonly sdkFolders: readonly string[];
  /** How long an answer may show no sign of life. */
  readonly silenceMs: number;
}

export function openOpenAi({ settings, ...options }: OpenAiSettings): AgentRuntime {
  const { api, tries, maxTurns, maxOutputTokens, maxCost } = settings;
  const access = readAccess(settings, options.env);
  const { keyVariable, apiKey, baseUrl } = access;
  if (apiKey === undefined && baseUrl === undefined) {
    throw new IflowError("agent-unavailable", `no key in ${keyVariable}`, { fix: `set ${keyVariable}` });
  }
  const limits = { maxTurns, maxOutputTokens, maxCost };
  return createOpenAiAgent({ ...options, ...access, api, limits, retries: { tries } });
}
