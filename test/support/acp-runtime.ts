// The ACP runtime with the small test agent behind it, in a repository of its own.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createAcpAgent } from "../../src/adapters/agents/acp/acp-agent.ts";
import type { AcpAgentOptions } from "../../src/adapters/agents/acp/setup.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes/processes.ts";
import type { AgentRequest } from "../../src/ports/agents/agent-runtime.ts";
import type { AcpScript } from "./acp-agent.ts";
import { agentRequest } from "./agent-request.ts";
import { tempFolder, tempRepo } from "./temp-repo.ts";

export type Script = Omit<AcpScript, "memory">;

export const FEATURE = "docs/features/001-a";
export const RESUMES = { greeting: { agentCapabilities: { sessionCapabilities: { resume: {} } } } };
export const LOADS = { greeting: { agentCapabilities: { loadSession: true } } };

/** The script is given the root of the repository, as agents name absolute paths. */
export async function prepareAcp(
  program: string,
  script: Script | ((root: string) => Script),
  options: Partial<AcpAgentOptions> = {},
) {
  const { root } = await tempRepo({ "README.md": "# Example\n", [`${FEATURE}/spec.md`]: "one\ntwo\nthree\n" });
  const folder = await tempFolder();
  const memory = join(folder, "memory");
  const scriptPath = join(folder, "script.json");
  const rewrite = (next: Script) => writeFile(scriptPath, JSON.stringify({ memory, ...next } satisfies AcpScript));
  await rewrite(typeof script === "function" ? script(root) : script);
  const setup: AcpAgentOptions = {
    command: [process.execPath, program, scriptPath],
    env: { PATH: process.env.PATH },
    root,
    openTree: createWorkingTree,
    processIdentity,
    checks: [],
    ...options,
  };
  const request = (overrides?: Partial<AgentRequest>) => agentRequest(root, overrides);
  return { runtime: await createAcpAgent(setup), request, root, rewrite, setup, memory };
}
