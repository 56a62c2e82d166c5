// Opens and closes everything one dispatch needs: the workspace it works in, the session it continues, its tools. Anything
// that goes wrong on the way is an outcome, and it says what was paid up to that point.
import { roleOf } from "../../../domain/roles/role.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { AgentOutcome, AgentRequest } from "../../../ports/agents/agent-runtime.ts";
import { openCommandDoor } from "../command-door.ts";
import type { EventQueue } from "../event-queue.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { createMeter, type Meter } from "./request/meter.ts";
import type { ModelClient } from "./request/model-client.ts";
import { findPast, openTurn } from "./session/open-turn.ts";
import { failure, type LoopSetup } from "./setup.ts";
import { createEditTools } from "./tools/edit-tools.ts";
import { createFileTools } from "./tools/file-tools.ts";
import { createGrepTool } from "./tools/grep-tool.ts";
import { createListTools } from "./tools/list-tools.ts";
import { createRunTool } from "./tools/run-tool.ts";
import type { Toolbox } from "./tools/toolbox.ts";
import { createWebTool } from "./tools/web-tool.ts";
import { runTurn } from "./turn.ts";

export async function playTurn(
  setup: LoopSetup,
  request: AgentRequest,
  events: EventQueue,
  signal: AbortSignal,
): Promise<AgentOutcome> {
  const model = setup.models[request.model];
  const meter = createMeter(
    { model, limits: setup.limits, prices: setup.prices, runtime: setup.names.runtime },
    (tokens, usage) => void events.push({ type: "used", tokens, ...(usage && { usage }) }),
  );
  try {
    const folder = await setup.sessions();
    const ref = request.goesOn ?? request.session?.ref;
    const found = ref === undefined ? undefined : await findPast(folder, ref);
    if (found && "lost" in found) return failure(found.lost, true);
    const workspace = await openWorkspace(setup.openTree(request.workdir), request);
    try {
      const turn = await openTurn({ folder, request, model, clean: setup.clean }, found);
      try {
        const client = await setup.client();
        const tools = await createToolbox(setup, request, { workspace, meter, client, events, signal });
        const { retries, clean, names } = setup;
        const isResumed = found !== undefined;
        const mustSubmit = roleOf(request.role).reply !== "text";
        const family = request.feature.key; // its prompts begin with the same documents
        const asked = { model, effort: request.effort, family };
        const rules = { retries, clean, names, mustSubmit, isResumed };
        return await runTurn({ client, ...asked, turn, tools, meter, events, signal, ...rules });
      } finally {
        await turn.close();
      }
    } finally {
      await workspace.close();
    }
  } catch (error) {
    if (error instanceof IflowError) return { ...failure(error.message), usage: meter.usage() };
    throw error;
  }
}

interface TurnPlace {
  readonly workspace: Workspace;
  readonly meter: Meter;
  readonly client: ModelClient;
  readonly events: EventQueue;
  readonly signal: AbortSignal;
}

async function createToolbox(
  setup: LoopSetup,
  request: AgentRequest,
  { workspace, meter, client, events, signal }: TurnPlace,
): Promise<Toolbox> {
  const { env, checks, checkEnvironment: environment = [], processIdentity, clean, retries } = setup;
  const { sandbox, commandMs } = setup;
  const { access, step } = request;
  const root = workspace.cwd;
  const tree = setup.openTree(root);
  const door = await openCommandDoor({ ...setup, checks: Object.values(checks) }, workspace, tree);
  const project = { tree, plainFolder: access === "blind", env, signal };
  return {
    ...{ access, workspace, events, signal, clean },
    tools: {
      ...createFileTools(tree, workspace),
      ...createEditTools(tree),
      ...createListTools(project),
      grep: createGrepTool(project),
      run: createRunTool({
        ...{ cwd: root, step, checks, door, env, environment, processIdentity, events, signal },
        ...{ sandbox, commandMs },
      }),
      web: createWebTool(request, { client, model: setup.models[request.model], meter, retries, signal }),
    },
  };
}
