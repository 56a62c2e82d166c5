// The Claude Code plugin, printed from the role table, the prompts and the host's commands: every file of `plugin/` and
// the marketplace manifest comes from here (scripts/build-plugin.mjs), and a test compares the two.

import { commandText, HOST_COMMANDS, type HostCommand, loopText } from "../../src/domain/host/host-commands.ts";
import { effortOf } from "../../src/domain/roles/effort.ts";
import { type ModelTier, mayUseWeb, ROLES, type Role } from "../../src/domain/roles/role.ts";
import { systemPromptOf } from "../../src/domain/roles/system-prompt.ts";

export interface PluginSource {
  readonly version: string;
  readonly description: string;
  /** The rubric of a role, from its prompt file. */
  rubric(role: Role): string;
}

/** Paths relative to the package, with their text. */
export function printPlugin(source: PluginSource): Record<string, string> {
  const { version, description } = source;
  const about = { name: "iflow", description };
  return {
    ".claude-plugin/marketplace.json": printJson({
      name: "iflow-engine",
      description: "iflow inside Claude Code",
      owner: OWNER,
      plugins: [{ ...about, source: "./plugin" }],
    }),
    "plugin/.claude-plugin/plugin.json": printJson({ ...about, version, author: OWNER, license: "MIT" }),
    "plugin/.mcp.json": printJson({ mcpServers: { iflow: { command: "iflow", args: ["mcp", "--hooks"] } } }),
    "plugin/hooks/hooks.json": printJson({
      description: "iflow watches its agents, its files and its questions",
      hooks: HOOKS,
    }),
    "plugin/skills/iflow-loop/SKILL.md": SKILL,
    ...Object.fromEntries(
      HOST_COMMANDS.map((command) => [`plugin/commands/${command.name}.md`, printCommand(command)]),
    ),
    ...Object.fromEntries(ROLES.map((role) => [`plugin/agents/${role.id}.md`, printAgent(role, source.rubric(role))])),
  };
}

const OWNER = { name: "iflow-engine" };

/** Without iflow on the path, or with another program of that name, the hook stays silent, as on any error. */
function hook(event: string, timeout = 20): object {
  const command = `command -v iflow >/dev/null 2>&1 || exit 0; iflow hook ${event} 2>/dev/null || exit 0`;
  return { type: "command", command, timeout };
}

/** In seconds. Where a hook moves a run, the project's checks may run in it. */
const MOVES = 3600;

const HOOKS = {
  // never on compact: the model already knows
  SessionStart: [{ matcher: "startup|resume|clear", hooks: [hook("session-start")] }],
  PreToolUse: [
    {
      matcher:
        "Edit|Write|MultiEdit|NotebookEdit|Bash|Agent|Task|SendMessage|CronCreate|ScheduleWakeup|mcp__plugin_iflow_iflow__.*",
      hooks: [hook("pre-tool-use")],
    },
  ],
  SubagentStop: [{ hooks: [hook("subagent-stop")] }],
  PostToolUse: [
    { matcher: "Agent|Task", hooks: [{ ...hook("post-tool-use", MOVES), statusMessage: "iflow continues the run" }] },
  ],
  UserPromptSubmit: [{ hooks: [hook("user-prompt-submit", MOVES)] }],
  Stop: [{ hooks: [hook("stop")] }],
};

const SKILL = `${frontmatter({
  name: "iflow-loop",
  description:
    "How to drive iflow: the loop of start, next and report. Use it whenever an iflow command runs or an iflow tool answers with orders, a question or an end.",
})}
# The iflow loop

${loopText()}
`;

/** Only the user starts a phase; the model may look at the status by itself. */
function printCommand(command: HostCommand): string {
  const { name, description, argument } = command;
  const head = frontmatter({
    description,
    ...(argument !== undefined && { "argument-hint": JSON.stringify(argument) }),
    "allowed-tools": "mcp__plugin_iflow_iflow, Agent, SendMessage, Read",
    ...(name !== "status" && { "disable-model-invocation": "true" }),
  });
  const tools = "The tools are those of the MCP server `iflow` of this plugin.";
  return `${head}\n${commandText(command, "$ARGUMENTS", tools)}\n`;
}

const MODELS: Readonly<Record<ModelTier, string>> = { strong: "opus", standard: "sonnet", light: "haiku" };

function printAgent(role: Role, rubric: string): string {
  const head = frontmatter({
    name: role.id,
    description: JSON.stringify(
      `iflow's ${role.title}. ${firstSentence(rubric)} Started for an iflow order only, with its sentence.`,
    ),
    model: MODELS[role.model],
    effort: effortOf({ role: role.id, model: role.model }),
    tools: toolsOf(role).join(", "),
    omitClaudeMd: "true", // the prompt brings the repository's rules, or leaves them out as the config says
  });
  return `${head}\n${systemPromptOf(role.id, role.access)}\n`;
}

function toolsOf(role: Role): string[] {
  if (role.access === "blind") return ["Read"];
  const writes = role.access === "write" ? ["Edit", "Write", "Bash"] : [];
  return ["Read", "Grep", "Glob", ...writes, ...(mayUseWeb(role) ? ["WebFetch", "WebSearch"] : [])];
}

/** What the role does; who it is already comes before that. */
function firstSentence(rubric: string): string {
  const sentences =
    rubric
      .replaceAll(/^#.*$/gm, "")
      .replaceAll(/\s+/g, " ")
      .match(/[^.!?]+[.!?](?=\s|$)/g) ?? [];
  return sentences.map((sentence) => sentence.trim()).find((sentence) => !sentence.startsWith("You are ")) ?? "";
}

function frontmatter(fields: Readonly<Record<string, string>>): string {
  return ["---", ...Object.entries(fields).map(([key, value]) => `${key}: ${value}`), "---"].join("\n");
}

function printJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
