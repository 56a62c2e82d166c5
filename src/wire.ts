// Builds the adapters from configuration and environment, with wire-agents.ts and wire-team.ts. Besides hook.ts and look.ts they
// are the only importers of adapters, and process.env is read only here: everything else is passed what it needs.
import { join } from "node:path";
import { chooseScript } from "./adapters/agents/scripted/script-file.ts";
import { checksNow } from "./adapters/checks/checks-now.ts";
import { createChecks } from "./adapters/checks/run-check.ts";
import { createClock } from "./adapters/clock.ts";
import { worksIn } from "./adapters/commands/own-path.ts";
import { startedAs } from "./adapters/commands/started-as.ts";
import { readConfigLayers } from "./adapters/files/config-layers.ts";
import { createGateFiles } from "./adapters/files/gate-files.ts";
import { openBegun, openTrust, stateFolder } from "./adapters/files/open-trust.ts";
import { readConfig } from "./adapters/files/read-config.ts";
import { withScratch } from "./adapters/files/scratch.ts";
import { createWorkingTree } from "./adapters/files/working-tree.ts";
import { isInsideStep } from "./adapters/git/inside-step.ts";
import { openGit } from "./adapters/git/open-repository.ts";
import { createHostDesk } from "./adapters/host/host-desk.ts";
import { openOwnMemory, openProjectMemory } from "./adapters/memory/open-memory.ts";
import { createRunArchive } from "./adapters/runs/archive/run-archive.ts";
import { createCreationFiles } from "./adapters/runs/creation-files.ts";
import { createJournalRuns } from "./adapters/runs/journal-runs.ts";
import { createOwnTrees } from "./adapters/runs/own-trees.ts";
import { endProcess } from "./adapters/runs/processes/end-process.ts";
import { machineId, processIdentity } from "./adapters/runs/processes/processes.ts";
import { runDoors } from "./adapters/runs/run-doors.ts";
import { tellDamage } from "./adapters/runs/tell-damage.ts";
import { mergeConfig } from "./domain/config/config.ts";
import type { Emit } from "./domain/run/events/run-event.ts";
import { IflowError } from "./domain/text/errors.ts";
import { showsUnicode } from "./domain/text/locale.ts";
import type { GatePorts, Ports } from "./ports/ports.ts";
import type { Begun } from "./ports/runs/begun.ts";
import type { Trust } from "./ports/trust.ts";
import type { Wiring } from "./ports/wiring.ts";
import {
  findRuntimes,
  findSecretFiles,
  openAgent,
  packageFolders,
  packageRoot,
  sandboxes,
  sandboxSetup,
} from "./wire-agents.ts";
import { createTeams, type Teams } from "./wire-team.ts";

type Env = NodeJS.ProcessEnv;

export function createWiring(version: string, env: Env = process.env, program = programOf(env)): Wiring {
  const memories: Memories = new Map();
  const copies = new Set<string>();
  const clock = createClock(env.IFLOW_NOW);
  const script = join(packageRoot(), "dist", "main.js");
  const teams = createTeams({ env, trust: trustIn(env), clock, folders: packageFolders(), version, script });
  return {
    version,
    program,
    worksIn,
    isInsideStep: (repository) => isInsideStep(env, repository),
    unicode: showsUnicode(env),
    openPorts: (cwd, emit) => {
      const begun = openBegun(env, { isCopy: copies.has(cwd), emit });
      return openPorts(cwd, { emit, memories, env, begun, teams, isCopy: copies.has(cwd) });
    },
    teamHere: teams.teamHere,
    teamAddress: env.IFLOW_TEAM_DB,
    makeTeam: teams.makeTeam,
    letIn: teams.letIn,
    openWorker: teams.openWorker,
    startSlot: teams.startSlot,
    publishWork: teams.publishWork,
    hostName: teams.hostName,
    originOf: teams.originOf,
    ownMemory: () => openOwnMemory({ env, clock: createClock(env.IFLOW_NOW) }),
    files: createWorkingTree("/", { largest: 64 * 1024 * 1024 }),
    readConfig: (place) => readConfig(place, env, createClock(env.IFLOW_NOW)),
    readConfigLayers: (place) => readConfigLayers(place, env, trustIn(env)),
    isConfirmed: (place, values) => trustIn(env).isConfirmed({ values, repository: place.commonDir }),
    confirmTrust: (place, values) => trustIn(env).confirm({ values, repository: place.commonDir }),
    keepPrices: async (prices) => (await import("./adapters/files/own-settings.ts")).keepPrices(prices, env),
    versions: async () => {
      const { gitVersion } = await import("./adapters/git/checkout/git-version.ts");
      return { node: process.versions.node, git: await gitVersion(env) };
    },
    findRuntimes: (config) => findRuntimes(config, env),
    sandboxStatus: async (root, config) => (await sandboxes()).describeSandbox(sandboxSetup(root, config, env)),
    chooseScript,
    openAgent: async (place, config, choice) => {
      if (choice.id === "host") await refuseHost(place.root, env, teams);
      if (env.IFLOW_WORKER === undefined) return openAgent(place, config, choice, env);
      const { command: _, ...named } = choice; // what a worker starts is named by its own settings, not by who began the run
      return openAgent(place, config, named, env, await teams.slots());
    },
    gatePorts: gatePorts(env),
    openViewer: async (root) => (await import("./adapters/viewer/open-viewer.ts")).createViewer(root, env),
    pageHost: async () => {
      const { createPageHost } = await import("./adapters/page/page-host.ts");
      return createPageHost({ packageRoot: packageRoot(), script, stateFolder: stateFolder(env, "ui"), env });
    },
    hostPlugin: async ({ claude: { executable } }) => {
      const { createClaudePlugin } = await import("./adapters/agents/host/claude-plugin.ts");
      return createClaudePlugin({ packageRoot: packageRoot(), executable, env });
    },
    withCopy: async (repository, use) => {
      const { withCopy } = await import("./adapters/git/repository-copy.ts");
      return withCopy(repository, env, (root) => use(copies.add(root) && root));
    },
    createSampleRepository: async (files, folder) => {
      const { createSampleRepository } = await import("./adapters/git/sample-repository.ts");
      const root = await createSampleRepository(files, folder, env);
      teams.leaveOut(root);
      return root;
    },
  };
}

function programOf(env: Env): string {
  return startedAs({ script: process.argv[1] ?? "", cwd: process.cwd(), env });
}

/** One store per working tree, however often it is opened: a server would read its log and build its index anew. */
type Memories = Map<string, Ports["memory"]>;

interface PortsWorld {
  readonly emit: Emit;
  readonly memories: Memories;
  readonly env: Env;
  readonly begun: Begun;
  readonly teams: Teams;
  readonly isCopy: boolean;
}

async function openPorts(cwd: string, opening: PortsWorld): Promise<Ports> {
  const { emit, memories, env, begun } = opening;
  const { gitTrees, ...git } = await openGit(cwd, env);
  const { repository } = git;
  const common = gatePorts(env);
  const onDamage = tellDamage(emit);
  const world = { env, clock: common.clock, onDamage };
  const memory = memories.get(repository.gitDir) ?? openProjectMemory(repository, world);
  memories.set(repository.gitDir, memory);
  const layers = () => readConfigLayers(repository, env, trustIn(env));
  const { commonDir, gitDir, root } = repository;
  return {
    ...common,
    ...git,
    emit,
    machine: machineId,
    endProcess,
    tree: createWorkingTree(root, {
      linked: async (path) => findSecretFiles(root, mergeConfig(await layers()), env).refusal(path),
    }),
    baseBranch: async () => mergeConfig(await layers()).baseBranch,
    checks: createChecks({
      ...{ root: repository.root, env, processIdentity },
      settings: async () => checksNow(await layers()),
      wrap: async (command, settings) => {
        const sandbox = settings ?? mergeConfig(await layers()).sandbox;
        return (await sandboxes()).wrapCheck(sandboxSetup(repository.root, { sandbox }, env), command);
      },
    }),
    ...((await teamStores(repository, opening)) ?? {
      runs: createJournalRuns({ commonDir, gitDir, clock: common.clock, begun, onDamage }),
      archive: createRunArchive(commonDir, onDamage),
      ...runDoors(commonDir),
    }),
    creations: createCreationFiles(commonDir, begun),
    trees: {
      ...createOwnTrees({ git: gitTrees, commonDir, root, clock: common.clock }),
      text: (there, path) => createWorkingTree(there).read(path),
    },
    openTree: (there) => openPorts(there, opening),
    hostDesk: createHostDesk({ commonDir, clock: common.clock, onDamage }),
    prompts: lazyPrompts(),
    memory,
  };
}

/** A dry run must leave nothing behind, and the rows of a team cannot be copied. */
async function teamStores(repository: Ports["repository"], { teams, isCopy }: PortsWorld) {
  const stores = await teams.storesFor(repository);
  if (stores === undefined || !isCopy) return stores;
  throw new IflowError("usage", "a dry run is made in a copy, and runs in a team's database have none", {
    fix: "iflow cost   (what the last runs came to); or begin with a low --max-cost",
  });
}

/** Its hooks look for orders on this machine, beside the runs. */
async function refuseHost(root: string, env: Env, teams: Teams): Promise<void> {
  if (!(await teams.teamHere((await openGit(root, env)).repository))) return;
  throw new IflowError("usage", "agents of a host cannot work for runs in a team's database", {
    fix: "Choose another runtime, or let this repository keep its runs here: unset team.db.",
  });
}

function gatePorts(env: Env): GatePorts {
  return { gates: createGateFiles(stateFolder(env, "gates")), withScratch, clock: createClock(env.IFLOW_NOW) };
}

function trustIn(env: Env): Trust {
  return openTrust(env, createClock(env.IFLOW_NOW));
}

/** Only a run needs the prompts, and with them the role table. */
function lazyPrompts(): Ports["prompts"] {
  let library: Promise<Ports["prompts"]> | undefined;
  const load = () => {
    library ??= import("./adapters/files/prompt-files.ts").then(({ createPromptFiles }) =>
      createPromptFiles(join(packageRoot(), "prompts")),
    );
    return library;
  };
  return { of: async (role) => (await load()).of(role), certifier: async () => (await load()).certifier() };
}
