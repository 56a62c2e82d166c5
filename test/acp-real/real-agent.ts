// Real agents as the checks start them: where each one is told to find its provider, and how a model calls its tools.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { calls, type Reply } from "../support/fake-anthropic/reply.ts";
import type { Wire } from "./model.ts";
import { PROGRAMS, programOf } from "./programs.ts";

export interface RealAgent {
  readonly name: string;
  /** What its program is called with. */
  readonly args: readonly string[];
  /** Which API it speaks with the settings below. */
  readonly wire: Wire;
  /** Points it to the provider. */
  readonly env: (url: string) => Record<string, string> | Promise<Record<string, string>>;
  /** Whether a second round goes to the session of the first. */
  readonly resumes: boolean;
  /** How iflow keeps it to the rules, for the table. */
  readonly held: string;
  read(path: string): Reply;
  write(path: string, text: string): Reply;
  /** One line more, under the last one. */
  append(path: string, text: string, line: string): Reply;
  run(line: string): Reply;
  remove(path: string): Reply;
  move(from: string, to: string): Reply;
}

const KEY = "sk-test-0123456789abcdef";

const ASKS = "asks before it acts";

type Tools = Pick<RealAgent, "read" | "write" | "run">;

/** What most agents do without tools for it. */
function withShell({
  read,
  write,
  run,
}: Tools): Pick<RealAgent, "read" | "write" | "run" | "append" | "remove" | "move"> {
  return {
    ...{ read, write, run },
    append: (path, text, line) => write(path, `${text}${line}\n`),
    remove: (path) => run(`rm ${path}`),
    move: (from, to) => run(`mv ${from} ${to}`),
  };
}

const OPENCODE: RealAgent = {
  name: "opencode",
  args: ["acp"],
  wire: "messages",
  env: (url) => ({
    ANTHROPIC_API_KEY: KEY,
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      model: "anthropic/claude-sonnet-4-5",
      provider: { anthropic: { options: { baseURL: `${url}/v1` } } },
    }),
  }),
  resumes: true,
  held: ASKS,
  ...withShell({
    read: (filePath) => calls("read", { filePath }),
    write: (filePath, content) => calls("write", { filePath, content }),
    run: (command) => calls("bash", { command, description: "a command" }),
  }),
};

const GEMINI: RealAgent = {
  name: "gemini",
  args: ["--acp"],
  wire: "gemini",
  env: (url) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
  resumes: false,
  held: "asks before it changes or runs something",
  ...withShell({
    read: (file_path) => calls("read_file", { file_path }),
    write: (file_path, content) => calls("write_file", { file_path, content }),
    run: (command) => calls("run_shell_command", { command, description: "a command" }),
  }),
};

const CLAUDE: RealAgent = {
  name: "claude-agent-acp",
  args: [],
  wire: "messages",
  env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY }),
  resumes: true,
  held: `${ASKS}, has only the tools of its role`,
  ...withShell({
    read: (file_path) => calls("Read", { file_path }),
    write: (file_path, content) => calls("Write", { file_path, content }),
    run: (command) => calls("Bash", { command, description: "a command" }),
  }),
};

const patch = (...lines: string[]) =>
  calls("apply_patch", { input: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });
const added = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => `+${line}`);

/** Below a temp folder codex puts no helpers, and with the machine's bubblewrap its own sandbox then starts nothing. */
async function codexHome(): Promise<string> {
  const folder = await mkdtemp(join(dirname(PROGRAMS), "codex-home-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const CODEX: RealAgent = {
  name: "codex-acp",
  args: [],
  wire: "openai",
  env: async (url) => {
    const provider = { name: "fake", base_url: url, wire_api: "responses", env_key: "OPENAI_API_KEY" };
    const lines = Object.entries(provider).map(([name, value]) => `${name} = "${value}"`);
    const config = ['model = "gpt-5.5"', 'model_provider = "fake"', "[model_providers.fake]", ...lines];
    const own = await codexHome();
    await writeFile(join(own, "config.toml"), `${config.join("\n")}\n`);
    return { CODEX_HOME: own, OPENAI_API_KEY: KEY };
  },
  resumes: true,
  held: "asks before it changes something; reads in its own sandbox",
  read: (path) => calls("exec_command", { cmd: `cat ${path}` }),
  write: (path, text) => patch(`*** Add File: ${path}`, ...added(text)),
  append: (path, text, line) =>
    patch(`*** Update File: ${path}`, "@@", ` ${text.trimEnd().split("\n").at(-1)}`, `+${line}`),
  run: (cmd) => calls("exec_command", { cmd }),
  remove: (path) => patch(`*** Delete File: ${path}`),
  move: (from, to) => patch(`*** Update File: ${from}`, `*** Move to: ${to}`, "@@", " // names"),
};

const QWEN: RealAgent = {
  name: "qwen",
  args: ["--acp", "--safe-mode"],
  wire: "openai",
  env: (url) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url, OPENAI_MODEL: "qwen3-coder-plus" }),
  resumes: true,
  held: "asks before it changes or runs something; reads through iflow",
  ...withShell({
    read: (file_path) => calls("read_file", { file_path }),
    write: (file_path, content) => calls("write_file", { file_path, content }),
    run: (command) => calls("run_shell_command", { command, description: "a command", is_background: false }),
  }),
};

const COPILOT: RealAgent = {
  name: "copilot",
  args: ["--acp"],
  wire: "messages",
  env: (url) => ({
    ...{ COPILOT_PROVIDER_TYPE: "anthropic", COPILOT_PROVIDER_BASE_URL: url, COPILOT_PROVIDER_API_KEY: KEY },
    ...{ COPILOT_MODEL: "claude-sonnet-4.5", COPILOT_OFFLINE: "true" },
  }),
  resumes: true,
  held: "asks before it changes or runs something, or leaves the repository",
  ...withShell({
    read: (path) => calls("view", { path }),
    write: (path, file_text) => calls("create", { path, file_text }),
    run: (command) => calls("bash", { command, description: "a command" }),
  }),
  append: (path, text, line) => {
    const last = text.trimEnd().split("\n").at(-1);
    return calls("edit", { path, old_str: last, new_str: `${last}\n${line}` });
  },
};

const KIMI: RealAgent = {
  name: "kimi",
  args: ["acp"],
  wire: "openai",
  env: (url) => ({
    ...{ KIMI_MODEL_NAME: "kimi-k2", KIMI_MODEL_API_KEY: KEY },
    ...{ KIMI_MODEL_BASE_URL: url, KIMI_MODEL_PROVIDER_TYPE: "openai" },
  }),
  resumes: true,
  held: "reads and writes through iflow; runs nothing",
  ...withShell({
    read: (path) => calls("Read", { path }),
    write: (path, content) => calls("Write", { path, content }),
    run: (command) => calls("Bash", { command }),
  }),
};

export const REAL_AGENTS: readonly RealAgent[] = [OPENCODE, GEMINI, CLAUDE, CODEX, QWEN, COPILOT, KIMI];

export const commandOf = ({ name, args }: RealAgent): readonly string[] => [programOf(name), ...args];
