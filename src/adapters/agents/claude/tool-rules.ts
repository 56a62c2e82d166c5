// Which of Claude's tools a role has, and whether one tool call may proceed. Claude asks before every call and refuses
// by itself anything that is not answered with yes, so a mistake here can only close a door, never open one.
import { type Access, mayUseWeb, type RoleId, roleOf } from "../../../domain/roles/role.ts";
import type { AgentEvent } from "../../../ports/agents/agent-runtime.ts";
import type { Sandbox } from "../../../ports/sandbox.ts";
import { composeCommand } from "../../commands/run-command.ts";
import type { CommandDoor } from "../command-door.ts";
import type { Workspace } from "../workspace.ts";

export interface ToolRules {
  readonly tools: readonly string[];
  /** MCP servers all of whose tools the role may use. */
  readonly servers: readonly string[];
  readonly workspace: Workspace;
  /** Which shell lines a writer may run. */
  readonly door: CommandDoor;
  /** Variables of Claude's own that no command may see. */
  readonly ownVariables: readonly string[];
}

export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What is reported about a call; `path` is relative to the repository when it is inside. */
export type JudgedCall = Omit<Extract<AgentEvent, { type: "tool-called" }>, "type">;

/** `line`: what is run in place of the line that was asked for. */
export type Judged = { readonly told: JudgedCall; readonly line?: string };

/** Claude's own tool for submitting an answer that fits a schema. */
export const ANSWER_TOOL = "StructuredOutput";

const ALWAYS_DENIED = ["Read(**/.git/**)", "Edit(**/.git/**)"] as const;

/** A search bypasses the check of a single path, so rules close git's folder and files with secrets to it. */
export function deniedTools(secretFiles: readonly string[]): string[] {
  const rooted = (pattern: string) => (pattern.includes("/") ? pattern.replace(/^\.?\/?/, "/") : `**/${pattern}`);
  return [...ALWAYS_DENIED, ...secretFiles.map((pattern) => `Read(${rooted(pattern)})`)];
}

const NAMES: Readonly<Record<string, string>> = {
  Read: "read",
  Grep: "search",
  Glob: "list",
  Edit: "edit",
  Write: "write",
  Bash: "run",
  WebSearch: "web search",
  WebFetch: "web fetch",
};

export function toolsOf(role: RoleId, access: Access): string[] {
  const tools = ["Read", "Grep", "Glob"];
  if (access === "write") tools.push("Edit", "Write", "Bash");
  if (mayUseWeb(roleOf(role)) && access !== "blind") tools.push("WebSearch", "WebFetch");
  return tools;
}

export async function judgeCall(rules: ToolRules, call: ToolCall): Promise<Judged> {
  const isLine = call.tool === "Bash" && rules.tools.includes("Bash");
  return isLine ? judgeLine(rules, String(call.input.command ?? "")) : { told: await judgeTool(rules, call) };
}

async function judgeTool(rules: ToolRules, { tool, input }: ToolCall): Promise<JudgedCall> {
  const server = rules.servers.find((one) => tool.startsWith(`mcp__${one}__`));
  if (server !== undefined) return { name: `${server} ${tool.slice(`mcp__${server}__`.length)}` };
  const name = NAMES[tool] ?? tool;
  if (!rules.tools.includes(tool)) return { name, refused: `this role has no tool ${tool}` };
  if (tool === "WebSearch" || tool === "WebFetch") return { name };

  const pattern = tool === "Glob" ? judgePattern(input.pattern) : undefined;
  if (pattern !== undefined) return { name, path: String(input.pattern), refused: pattern };
  const asked = input.file_path ?? input.path;
  const searches = tool === "Grep" || tool === "Glob";
  if (asked === undefined && searches) return { name };
  if (typeof asked !== "string" || asked === "") return { name, refused: "it does not say which file" };
  if (asked.startsWith("~")) return { name, path: asked, refused: "it is outside the repository" };
  if (searches && rules.workspace.name(asked) === "") return { name };
  const isWriting = tool === "Edit" || tool === "Write";
  const { path, refused } = await (isWriting ? rules.workspace.judgeWrite(asked) : rules.workspace.judge(asked));
  return { name, path, ...(refused !== undefined && { refused }) };
}

async function judgeLine({ door }: ToolRules, line: string): Promise<Judged> {
  const name = `run ${line.split("\n", 1)[0]?.slice(0, 80)}`;
  const judged = await door.judge(line);
  return "refused" in judged ? { told: { name, refused: judged.refused } } : { told: { name }, line: judged.line };
}

/** A line that may be run, as Claude is to run it: without the keys that Claude itself was given, and in the sandbox. */
export async function commandInput(
  { ownVariables }: Pick<ToolRules, "ownVariables">,
  { input, line }: { readonly input: ToolCall["input"]; readonly line: string },
  sandbox: Sandbox | undefined,
): Promise<object> {
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const without = ownVariables.map((name) => `-u ${name}`).join(" ");
  const words = await composeCommand(withPlainRm(line), sandbox?.wrap);
  return { ...input, command: `/usr/bin/env ${without} ${words.map(quoted).join(" ")}` };
}

/**
 * Claude's client refuses by itself any `rm` in a line that also has paths such as `/`, and the sandbox's own words do. The
 * backslash only keeps the shell from looking for an alias. In quotes the letters may be text, so there they stay.
 */
function withPlainRm(line: string): string {
  return /["'`\\]/.test(line) ? line.replace(/^rm(?= )/, "\\rm") : line.replaceAll(/(^|[;&|(]\s*)rm(?= )/g, "$1\\rm");
}

function judgePattern(pattern: unknown): string | undefined {
  const steps = String(pattern).split("/");
  const leaves = steps[0] === "" || steps[0]?.startsWith("~") || steps.includes("..");
  return leaves ? "a pattern must stay below the folder it is looked for in" : undefined;
}
