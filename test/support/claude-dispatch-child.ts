// A process that is in the middle of a dispatch to Claude, for a test that kills it.
// Called as: node claude-dispatch-child.mjs {json: clients, root, step, check, env}
import { createClaudeAgent } from "../../src/adapters/agents/claude/claude-agent.ts";
import { loadClaudeSdk } from "../../src/adapters/agents/claude/sdk.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes.ts";
import { composePrompt } from "../../src/domain/prompt.ts";

const { clients, root, step, check, env } = JSON.parse(process.argv[2] ?? "{}");
const runtime = createClaudeAgent({
  loadSdk: () => loadClaudeSdk([clients]),
  env,
  models: { strong: "claude-opus-5-5", standard: "claude-sonnet-5-5", light: "claude-haiku-5-5" },
  checks: [check],
  openTree: createWorkingTree,
  version: "test",
  processIdentity,
});
const request = {
  step,
  phase: "implement",
  feature: { key: "001-a", folder: "docs/features/001-a" },
  artifact: "docs/features/001-a/spec.md",
  role: "implementer",
  model: "strong",
  kind: "fresh",
  prompt: composePrompt([{ slot: "work", layer: "round", text: "Do it." }]),
  workdir: root,
  access: "write",
  readable: [],
} as const;
for await (const event of runtime.dispatch(request, new AbortController().signal)) console.log(JSON.stringify(event));
