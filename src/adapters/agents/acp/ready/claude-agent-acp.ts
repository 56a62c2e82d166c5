import type { Access } from "../../../../domain/roles/role.ts";
import { ANTHROPIC, type ReadyAgent, UNKNOWN } from "./ready-agent.ts";

export const CLAUDE_AGENT_ACP: ReadyAgent = {
  ...UNKNOWN,
  name: "claude-agent-acp",
  command: ["claude-agent-acp"],
  install: "npm install -g @agentclientprotocol/claude-agent-acp",
  login: "claude /login",
  providers: [...ANTHROPIC, "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_EXECUTABLE"],
  settings: { DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: "false" }, // a guess of the next prompt is paid for
  askingMode: "default",
  sessionMeta,
  web: true,
};

// Settings of the person or the project could allow tools without asking, so none are read; the project's guides come
// with the prompt. By default Claude reads anywhere below its folder, runs commands it considers harmless, and creates
// worktrees and timers without asking, so it gets only the tools of its role.
const RULES = { ask: ["Bash"], deny: ["Read(./.git/**)", "Edit(./.git/**)"] };

function sessionMeta(access: Access, web: boolean) {
  const tools = access === "blind" ? ["Read"] : ["Read", "Grep", "Glob"]; // a search would not ask
  if (access === "write") tools.push("Edit", "Write", "Bash");
  if (web) tools.push("WebSearch", "WebFetch");
  return { claudeCode: { options: { settingSources: [], settings: { permissions: RULES }, tools } } };
}
