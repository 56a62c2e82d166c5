// Finds the Claude to use and makes it a runtime, or says what is missing.
import { IflowError } from "../../../domain/text/errors.ts";
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import { type ClaudeAgentOptions, createClaudeAgent } from "./claude-agent.ts";
import { findClaude } from "./find-claude.ts";
import { INSTALL_CLAUDE, loadClaudeSdk } from "./sdk.ts";

export interface ClaudeSearch extends Omit<ClaudeAgentOptions, "loadSdk" | "version"> {
  /** Where the SDK may be installed. */
  readonly folders: readonly string[];
}

export async function openClaude({ folders, ...options }: ClaudeSearch): Promise<AgentRuntime> {
  const { executable, version } = await findClaude(folders, options.executable, options.env);
  if (version === undefined) {
    throw new IflowError("agent-unavailable", `${executable ?? "the program claude"} does not start`, {
      fix: `${INSTALL_CLAUDE}, or set claude.executable; see iflow doctor`,
    });
  }
  return createClaudeAgent({ ...options, executable, version, loadSdk: () => loadClaudeSdk(folders) });
}
