// The part of the Claude Agent SDK that we use. The SDK is an optional peer dependency of 350 MB. Nothing here imports
// it by name, so the program builds, checks and starts without it; only people who want Claude install it.
import { pathToFileURL } from "node:url";
import type { Effort } from "../../../domain/roles/effort.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { findPackage } from "../find-package.ts";

export interface ClaudeSdk {
  query(input: { readonly prompt: string; readonly options: ClaudeOptions }): AsyncIterable<unknown>;
}

/** What a session is made of. Everything but `resume` stays the same for a role: a change invalidates the cache. */
export interface ClaudeOptions {
  readonly cwd: string;
  /** Replaces the whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly model: string;
  readonly effort: Effort;
  readonly systemPrompt: string;
  readonly tools: readonly string[];
  readonly disallowedTools: readonly string[];
  readonly permissionMode: "dontAsk";
  readonly settingSources: readonly [];
  /** No servers but these. */
  readonly strictMcpConfig: true;
  readonly mcpServers?: Readonly<Record<string, object>>;
  /** Claude acts on no `@file` and no `/command` in a prompt. */
  readonly verbatimPrompts: true;
  readonly outputFormat?: { readonly type: "json_schema"; readonly schema: Record<string, unknown> };
  readonly pathToClaudeCodeExecutable?: string;
  readonly resume?: string;
  readonly forkSession?: true;
  readonly hooks: { readonly PreToolUse: readonly { readonly hooks: readonly ToolHook[] }[] };
  readonly spawnClaudeCodeProcess: (command: ClaudeCommand) => unknown;
}

export interface ClaudeCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type ToolHook = (input: unknown) => Promise<{
  readonly hookSpecificOutput: {
    readonly hookEventName: "PreToolUse";
    readonly permissionDecision: "allow" | "deny";
    readonly permissionDecisionReason?: string;
    /** What the tool is run with, in place of what the model asked for. */
    readonly updatedInput?: object;
  };
}>;

const PACKAGE = "@anthropic-ai/claude-agent-sdk";

export const INSTALL_CLAUDE = `npm install --global ${PACKAGE}`;

export async function loadClaudeSdk(folders: readonly string[]): Promise<ClaudeSdk> {
  const place = findSdk(folders);
  if (place !== undefined) return import(pathToFileURL(place).href);
  throw new IflowError("agent-unavailable", `the package ${PACKAGE} is not installed`, {
    fix: `${INSTALL_CLAUDE}, or choose another runtime`,
  });
}

export function findSdk(folders: readonly string[]): string | undefined {
  return findPackage(PACKAGE, folders);
}
