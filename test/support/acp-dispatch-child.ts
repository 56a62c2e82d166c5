// A process that is in the middle of a dispatch to an ACP agent, for a test that kills it.
// Called as: node acp-dispatch-child.mjs {json: command, root, step, check, env}
import { createAcpAgent } from "../../src/adapters/agents/acp/acp-agent.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes.ts";
import { composePrompt } from "../../src/domain/prompt.ts";

const { command, root, step, check, env } = JSON.parse(process.argv[2] ?? "{}");
const runtime = await createAcpAgent({
  ...{ command, env, root, processIdentity },
  openTree: createWorkingTree,
  checks: [check],
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
