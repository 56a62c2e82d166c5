// The options that are the same for every turn of a role. A single different byte in tools, model, schema or system
// prompt makes the provider read the whole session again at full price.
import type { ModelTier } from "../../../domain/roles/role.ts";
import { systemPromptOf } from "../../../domain/roles/system-prompt.ts";
import type { AgentRequest } from "../../../ports/agents/agent-runtime.ts";
import type { McpServers } from "./mcp-servers.ts";
import type { ClaudeOptions } from "./sdk.ts";
import { deniedTools, toolsOf } from "./tool-rules.ts";

export interface Setup {
  /** The user's own Claude; without it, the one that comes with the SDK. */
  readonly executable?: string | undefined;
  readonly models: Readonly<Record<ModelTier, string>>;
  /** Patterns of files that a search must not look into. */
  readonly secretFiles?: readonly string[];
}

type FrozenOptions = Omit<ClaudeOptions, "env" | "hooks" | "spawnClaudeCodeProcess">;

export function composeOptions(
  setup: Setup,
  request: AgentRequest,
  cwd: string,
  servers: McpServers["servers"],
): FrozenOptions {
  const { role, access, session, replySchema } = request;
  return {
    cwd,
    model: setup.models[request.model],
    effort: request.effort, // the client leaves it out for a model that takes none
    systemPrompt: systemPromptOf(role, access),
    tools: toolsOf(role, access),
    disallowedTools: deniedTools(setup.secretFiles ?? []),
    permissionMode: "dontAsk",
    settingSources: [],
    strictMcpConfig: true,
    ...(Object.keys(servers).length > 0 && { mcpServers: servers }),
    verbatimPrompts: true,
    ...(replySchema !== undefined && {
      outputFormat: { type: "json_schema" as const, schema: withoutDialect(replySchema) },
    }),
    ...(setup.executable !== undefined && { pathToClaudeCodeExecutable: setup.executable }),
    ...(session !== undefined && { resume: session.ref }),
    ...(session?.mode === "fork" && { forkSession: true as const }),
  };
}

/** Claude knows one dialect and refuses a schema that names another, however much they have in common. */
function withoutDialect({ $schema: _, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return schema;
}
