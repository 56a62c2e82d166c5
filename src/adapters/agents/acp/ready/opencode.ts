import { ANTHROPIC, GOOGLE, OPENAI, type ReadyAgent, UNKNOWN } from "./ready-agent.ts";

// OpenCode follows symlinks without checking and delegates work to helpers that cannot ask, so it must ask before
// everything. The person's rules for one of their agents would override these, so it runs as an agent that exists
// nowhere else. The project's rules are not read at all, because they could name that agent too.
const RULES = { "*": "ask", todowrite: "allow", todoread: "allow", task: "deny" };
const AGENT = "iflow";

export const OPENCODE: ReadyAgent = {
  ...UNKNOWN,
  name: "opencode",
  command: ["opencode", "acp"],
  install: "npm install -g opencode-ai",
  login: "opencode auth login",
  providers: [...ANTHROPIC, ...OPENAI, ...GOOGLE, "OPENROUTER_API_KEY", "OPENCODE_CONFIG", "OPENCODE_CONFIG_CONTENT"],
  settings: {
    OPENCODE_PERMISSION: JSON.stringify(RULES),
    OPENCODE_DISABLE_PROJECT_CONFIG: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
  },
  jsonSettings: {
    OPENCODE_CONFIG_CONTENT: {
      agent: { [AGENT]: { mode: "primary", permission: RULES } },
      experimental: { continue_loop_on_deny: true }, // a refusal does not end the turn
    },
  },
  askingMode: AGENT,
  web: true,
};
