// A process that is in the middle of a dispatch to an ACP agent, for a test that kills it.
// Called as: node acp-dispatch-child.mjs {json: command, root, step, check, env}
import { createAcpAgent } from "../../src/adapters/agents/acp/acp-agent.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes/processes.ts";
import { codeRequest } from "./agent-request.ts";

const { command, root, step, check, env } = JSON.parse(process.argv[2] ?? "{}");
const runtime = await createAcpAgent({
  ...{ command, env, root, processIdentity },
  openTree: createWorkingTree,
  checks: [check],
});
const request = codeRequest(root, step);
for await (const event of runtime.dispatch(request, new AbortController().signal)) console.log(JSON.stringify(event));
