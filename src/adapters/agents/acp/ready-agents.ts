// Agents known to speak the Agent Client Protocol, as data: how each one is started, what it may see of the
// environment, and how it is made to ask before it acts. Any other command works too; it is given only the basics.
import { basename } from "node:path";
import type { Access } from "../../../domain/roles/role.ts";

export interface ReadyAgent {
  /** What people call it; also the file name of its program. */
  readonly name: string;
  readonly command: readonly string[];
  readonly install: string;
  readonly login: string;
  /** Variables of its providers: the only secrets it is given. */
  readonly providers: readonly string[];
  /** Variables set for the child, overriding the person's: they make it ask before it acts. */
  readonly settings: Readonly<Record<string, string>>;
  /** The same for variables that hold JSON: merged over the person's values. */
  readonly jsonSettings: Readonly<Record<string, object>>;
  /** The session mode in which it asks before it acts. */
  readonly askingMode: string | undefined;
  /** Sent with every session of a role with this access; the format is specific to this agent. */
  readonly sessionMeta: (access: Access, web: boolean) => Readonly<Record<string, unknown>> | null;
  /** Whether it has its own tools that reach the web. */
  readonly web: boolean;
}

const ANTHROPIC = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL"];
const OPENAI = ["OPENAI_API_KEY", "OPENAI_BASE_URL"];
const GOOGLE = ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"];

// OpenCode follows symlinks without checking and delegates work to helpers that cannot ask, so it must ask before
// everything. The person's rules for one of their agents would override these, so it runs as an agent that exists
// nowhere else. The project's rules are not read at all, because they could name that agent too.
const OPENCODE_RULES = { "*": "ask", todowrite: "allow", todoread: "allow", task: "deny" };
const OPENCODE_AGENT = "iflow";
const OPENCODE_SETTINGS = {
  agent: { [OPENCODE_AGENT]: { mode: "primary", permission: OPENCODE_RULES } },
  experimental: { continue_loop_on_deny: true }, // a refusal does not end the turn
};

// Settings of the person or the project could allow tools without asking, so none are read; the project's guides come
// with the prompt. By default Claude reads anywhere below its folder, runs commands it considers harmless, and creates
// worktrees and timers without asking, so it gets only the tools of its role.
const CLAUDE_RULES = { ask: ["Bash"], deny: ["Read(./.git/**)", "Edit(./.git/**)"] };

function claudeSession(access: Access, web: boolean) {
  const tools = access === "blind" ? ["Read"] : ["Read", "Grep", "Glob"]; // a search would not ask
  if (access === "write") tools.push("Edit", "Write", "Bash");
  if (web) tools.push("WebSearch", "WebFetch");
  return { claudeCode: { options: { settingSources: [], settings: { permissions: CLAUDE_RULES }, tools } } };
}

/** What holds for an agent unless more is known about it. */
const UNKNOWN: Omit<ReadyAgent, "name" | "command"> = {
  install: "",
  login: "",
  providers: [],
  settings: {},
  jsonSettings: {},
  askingMode: undefined,
  sessionMeta: () => null,
  web: false,
};

export const READY_AGENTS: readonly ReadyAgent[] = [
  {
    ...UNKNOWN,
    name: "opencode",
    command: ["opencode", "acp"],
    install: "npm install -g opencode-ai",
    login: "opencode auth login",
    providers: [...ANTHROPIC, ...OPENAI, ...GOOGLE, "OPENROUTER_API_KEY", "OPENCODE_CONFIG", "OPENCODE_CONFIG_CONTENT"],
    settings: {
      OPENCODE_PERMISSION: JSON.stringify(OPENCODE_RULES),
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
    },
    jsonSettings: { OPENCODE_CONFIG_CONTENT: OPENCODE_SETTINGS },
    askingMode: OPENCODE_AGENT,
    web: true,
  },
  {
    ...UNKNOWN,
    name: "gemini",
    command: ["gemini", "--acp"],
    install: "npm install -g @google/gemini-cli",
    login: "gemini",
    providers: [...GOOGLE, "GOOGLE_GEMINI_BASE_URL", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_APPLICATION_CREDENTIALS"],
    askingMode: "default",
    web: true,
  },
  {
    ...UNKNOWN,
    name: "claude-agent-acp",
    command: ["claude-agent-acp"],
    install: "npm install -g @agentclientprotocol/claude-agent-acp",
    login: "claude /login",
    providers: [...ANTHROPIC, "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_EXECUTABLE"],
    settings: { DISABLE_AUTOUPDATER: "1" },
    askingMode: "default",
    sessionMeta: claudeSession,
    web: true,
  },
  {
    ...UNKNOWN,
    name: "codex-acp",
    command: ["codex-acp"],
    install: "npm install -g @agentclientprotocol/codex-acp",
    login: "codex login",
    providers: [...OPENAI, "CODEX_API_KEY", "CODEX_HOME"],
    askingMode: "read-only",
  },
];

/** The ready agent that a command starts, also by a path or through npx; otherwise an agent we know nothing about. */
export function describeAgent(command: readonly string[]): ReadyAgent {
  const words = command.map((word) => basename(word).replace(/@.*$/, ""));
  const known = READY_AGENTS.find(({ name, install }) => words.includes(name) || words.includes(packageIn(install)));
  return known ? { ...known, command } : { ...UNKNOWN, name: nameIn(words), command };
}

/** Launchers: a program is not named after what starts it. */
const STARTERS = new Set(["node", "bun", "bunx", "npx", "deno", "python", "python3", "uvx", "sh", "bash", "env"]);

function nameIn(words: readonly string[]): string {
  return words.find((word) => !STARTERS.has(word) && !word.startsWith("-")) ?? words[0] ?? "";
}

function packageIn(install: string): string {
  return basename(install.split(" ").at(-1) ?? "");
}
