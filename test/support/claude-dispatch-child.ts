// A process that is in the middle of a dispatch to Claude, for a test that kills it.
// Called as: node claude-dispatch-child.mjs {json: clients, root, step, check, env}
import { createClaudeAgent } from "../../src/adapters/agents/claude/claude-agent.ts";
import { loadClaudeSdk } from "../../src/adapters/agents/claude/sdk.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes/processes.ts";
import { codeRequest } from "./agent-request.ts";

const { clients, root, step, check, env } = JSON.parse(process.argv[2] ?? "{}");
const runtime = createClaudeAgent({
  loadSdk: () => loadClaudeSdk([clients]),
  env,
  models: { strong: "claude-opus-5-5", standard: "claude-sonnet-5-5", light: "claude-haiku-5-5" },
  checks: [check],
  mcpServers: [],
  openTree: createWorkingTree,
  version: "test",
  processIdentity,
});
const request = codeRequest(root, step);
for await (const event of runtime.dispatch(request, new AbortController().signal)) console.log(JSON.stringify(event));
