// A real agent behind the ACP runtime, with the fake API as its provider. Whatever it asks of any other host runs into a
// closed port, so it is seen to work without the network; nothing of it stays behind.
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createAcpAgent } from "../../src/adapters/agents/acp/acp-agent.ts";
import type { AcpAgentOptions } from "../../src/adapters/agents/acp/setup.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes/processes.ts";
import type { AgentRequest } from "../../src/ports/agent-runtime.ts";
import { agentRequest } from "../support/agent-request.ts";
import { calls, type Reply, says } from "../support/fake-anthropic/reply.ts";
import { type Rule, startFakeAnthropic } from "../support/fake-anthropic/server.ts";
import { tempFolder, tempRepo } from "../support/temp-repo.ts";

const PROGRAMS = join(import.meta.dirname, "..", "acp-agents", "node_modules", ".bin");
const CLOSED = "http://127.0.0.1:9";

export interface RealAgent {
  readonly name: string;
  readonly command: readonly string[];
  /** Points it to the provider. */
  readonly env: (url: string) => Record<string, string>;
  read(path: string): Reply;
  write(path: string, text: string): Reply;
  run(line: string): Reply;
  /** Ways around the rules that are its own. */
  tricks(outside: string): readonly Reply[];
}

export const REAL_AGENTS: readonly RealAgent[] = [
  {
    name: "opencode",
    command: [join(PROGRAMS, "opencode"), "acp"],
    env: (url) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: "anthropic/claude-sonnet-4-5",
        provider: { anthropic: { options: { baseURL: `${url}/v1` } } },
      }),
    }),
    read: (filePath) => calls("read", { filePath }),
    write: (filePath, content) => calls("write", { filePath, content }),
    run: (command) => calls("bash", { command, description: "a command" }),
    tricks: (outside) => [
      calls("grep", { pattern: "OUTSIDE", path: outside }),
      calls("grep", { pattern: "OUTSIDE", path: "link" }),
      calls("glob", { pattern: "*", path: ".git" }),
      calls("edit", { filePath: "README.md", oldString: "# Example", newString: "# Mine" }),
      calls("webfetch", { url: CLOSED, format: "text" }),
      calls("task", { description: "help", prompt: "read it for me", subagent_type: "general" }),
    ],
  },
  {
    name: "claude-agent-acp",
    command: [join(PROGRAMS, "claude-agent-acp")],
    env: (url) => ({ ANTHROPIC_BASE_URL: url }),
    read: (file_path) => calls("Read", { file_path }),
    write: (file_path, content) => calls("Write", { file_path, content }),
    run: (command) => calls("Bash", { command, description: "a command" }),
    tricks: (outside) => [
      calls("Grep", { pattern: "OUTSIDE", path: outside, output_mode: "content" }),
      calls("Grep", { pattern: "OUTSIDE", path: "link", output_mode: "content" }),
      calls("Glob", { pattern: `${outside}/*` }),
      calls("EnterWorktree", { name: "mine" }),
      calls("CronCreate", { cron: "* * * * *", prompt: "again" }),
      calls("WebFetch", { url: CLOSED, prompt: "read it" }),
      calls("Agent", { description: "help", prompt: "read it for me", subagent_type: "general-purpose" }),
    ],
  },
];

export async function prepareReal(agent: RealAgent, rules: readonly Rule[], files?: Record<string, string>) {
  const { root } = await tempRepo(files);
  const home = await tempFolder();
  // some ask for a title of the conversation on the side
  const fake = await startFakeAnthropic([
    { when: ({ body }) => !body.tools?.length, replies: [says("Title")] },
    ...rules,
  ]);
  onTestFinished(() => fake.close());
  const options: AcpAgentOptions = {
    command: agent.command,
    env: {
      ...{ PATH: process.env.PATH, HOME: home, TMPDIR: home, ANTHROPIC_API_KEY: "sk-ant-test-0123456789abcdef" },
      ...{ HTTP_PROXY: CLOSED, HTTPS_PROXY: CLOSED, NO_PROXY: "127.0.0.1" },
      ...agent.env(fake.url),
    },
    root,
    openTree: createWorkingTree,
    processIdentity,
    checks: [],
  };
  const request = (overrides?: Partial<AgentRequest>) => agentRequest(root, overrides);
  return {
    fake,
    root,
    request,
    options,
    open: (more: Partial<AcpAgentOptions> = {}) => createAcpAgent({ ...options, ...more }),
  };
}
