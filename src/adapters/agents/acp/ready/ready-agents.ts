// Agents known to speak the Agent Client Protocol. An agent is here when `npm run test:acp` has seen it complete a
// phase; the table in docs/agents.md has the versions. Any other command works too; it is given only the basics.
import { basename } from "node:path";
import { CLAUDE_AGENT_ACP } from "./claude-agent-acp.ts";
import { OPENCODE } from "./opencode.ts";
import { GOOGLE, OPENAI, type ReadyAgent, UNKNOWN } from "./ready-agent.ts";

export const READY_AGENTS: readonly ReadyAgent[] = [
  OPENCODE,
  {
    ...UNKNOWN,
    name: "gemini",
    command: ["gemini", "--acp"],
    install: "npm install -g @google/gemini-cli",
    login: "gemini",
    providers: [...GOOGLE, "GOOGLE_GEMINI_BASE_URL", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_APPLICATION_CREDENTIALS"],
    askingMode: "default",
    web: true,
    // it looks before it writes, and takes our answer that there is no such file for a failure
    readDoor: false,
    noResume: "a session it takes up sends its tool results twice, and is lost within the minute it began in",
  },
  CLAUDE_AGENT_ACP,
  {
    ...UNKNOWN,
    name: "codex-acp",
    command: ["codex-acp"],
    install: "npm install -g @agentclientprotocol/codex-acp",
    login: "codex login",
    providers: [...OPENAI, "CODEX_API_KEY", "CODEX_HOME"],
    askingMode: "read-only",
  },
  {
    ...UNKNOWN,
    name: "qwen",
    // otherwise hooks and extensions act unasked, and a helper keeps memories of every session for all later ones
    command: ["qwen", "--acp", "--safe-mode"],
    install: "npm install -g @qwen-code/qwen-code",
    login: "qwen",
    providers: [...OPENAI, "OPENAI_MODEL", "DASHSCOPE_API_KEY"],
    settings: { QWEN_TELEMETRY_ENABLED: "false" },
    askingMode: "default",
  },
  {
    ...UNKNOWN,
    name: "copilot",
    command: ["copilot", "--acp"],
    install: "npm install -g @github/copilot",
    login: "copilot login",
    providers: [
      ...["COPILOT_GITHUB_TOKEN", "COPILOT_MODEL", "COPILOT_HOME", "COPILOT_OFFLINE", "COPILOT_PROVIDER_BASE_URL"],
      ...["COPILOT_PROVIDER_TYPE", "COPILOT_PROVIDER_API_KEY", "COPILOT_PROVIDER_WIRE_API"],
    ],
    askingMode: "https://agentclientprotocol.com/protocol/session-modes#agent",
    askingOptions: { allow_all: "off" },
  },
  {
    ...UNKNOWN,
    name: "kimi",
    command: ["kimi", "acp"],
    install: "npm install -g @moonshot-ai/kimi-code",
    login: "kimi login",
    providers: [
      ...["KIMI_API_KEY", "KIMI_CODE_HOME", "KIMI_MODEL_NAME", "KIMI_MODEL_API_KEY", "KIMI_MODEL_BASE_URL"],
      "KIMI_MODEL_PROVIDER_TYPE",
    ],
    settings: { KIMI_CODE_NO_AUTO_UPDATE: "1" },
    askingMode: "default",
    web: true,
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
