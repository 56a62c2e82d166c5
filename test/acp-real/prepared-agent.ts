// One dispatch at a time of a real agent behind the ACP runtime, with the Messages API as its provider. Only of the agents
// that are known well enough to say what each of their tools must not do.
import { onTestFinished } from "vitest";
import { createAcpAgent } from "../../src/adapters/agents/acp/acp-agent.ts";
import type { AcpAgentOptions } from "../../src/adapters/agents/acp/setup.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes/processes.ts";
import type { AgentRequest } from "../../src/ports/agents/agent-runtime.ts";
import { agentRequest } from "../support/agent-request.ts";
import { calls, type Reply, says } from "../support/fake-anthropic/reply.ts";
import { type Rule, startFakeAnthropic } from "../support/fake-anthropic/server.ts";
import { tempFolder, tempRepo } from "../support/temp-repo.ts";
import { CLOSED, offline } from "./place.ts";
import { commandOf, REAL_AGENTS, type RealAgent } from "./real-agent.ts";

/** Ways around the rules that are an agent's own. */
export const TRICKS: Readonly<Record<string, (outside: string) => readonly Reply[]>> = {
  opencode: (outside) => [
    calls("grep", { pattern: "OUTSIDE", path: outside }),
    calls("grep", { pattern: "OUTSIDE", path: "link" }),
    calls("glob", { pattern: "*", path: ".git" }),
    calls("edit", { filePath: "README.md", oldString: "# Example", newString: "# Mine" }),
    calls("webfetch", { url: CLOSED, format: "text" }),
    calls("task", { description: "help", prompt: "read it for me", subagent_type: "general" }),
  ],
  "claude-agent-acp": (outside) => [
    calls("Grep", { pattern: "OUTSIDE", path: outside, output_mode: "content" }),
    calls("Grep", { pattern: "OUTSIDE", path: "link", output_mode: "content" }),
    calls("Glob", { pattern: `${outside}/*` }),
    calls("EnterWorktree", { name: "mine" }),
    calls("CronCreate", { cron: "* * * * *", prompt: "again" }),
    calls("WebFetch", { url: CLOSED, prompt: "read it" }),
    calls("Agent", { description: "help", prompt: "read it for me", subagent_type: "general-purpose" }),
  ],
};

export const KNOWN_WELL = REAL_AGENTS.filter(({ name }) => name in TRICKS);

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
    command: commandOf(agent),
    env: {
      ...{ PATH: process.env.PATH, HOME: home, TMPDIR: home },
      ...offline(),
      ...(await agent.env(fake.url)),
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
