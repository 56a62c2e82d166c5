// Builds the adapters from configuration and environment. Together with hook.ts and look.ts, this is the only importer of adapters
// and the only reader of process.env: everything else is passed what it needs.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inSlots } from "./adapters/agents/in-slots.ts";
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
import { submodulesOf, trackedFiles } from "./adapters/git/checkout/tracked-files.ts";
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
import { createSlots } from "./adapters/runs/processes/slots.ts";
import { runDoors } from "./adapters/runs/run-doors.ts";
import { tellDamage } from "./adapters/runs/tell-damage.ts";
import type { SandboxSetup } from "./adapters/sandbox/open-sandbox.ts";
import { configuredChecks } from "./domain/config/check-names.ts";
import { type Config, mergeConfig } from "./domain/config/config.ts";
import { modelNames } from "./domain/roles/model.ts";
import type { Emit } from "./domain/run/run-event.ts";
import { IflowError } from "./domain/text/errors.ts";
import { showsUnicode } from "./domain/text/locale.ts";
import { type SecretFiles, secretFiles } from "./domain/text/secret-files.ts";
import type { AgentRuntime, FoundRuntime } from "./ports/agent-runtime.ts";
import type { Begun } from "./ports/begun.ts";
import type { GatePorts, Ports } from "./ports/ports.ts";
import type { Trust } from "./ports/trust.ts";
import type { AgentPlace, RuntimeChoice, Wiring } from "./ports/wiring.ts";

type Env = NodeJS.ProcessEnv;

const sandboxes = () => import("./adapters/sandbox/open-sandbox.ts");

export function createWiring(version: string, env: Env = process.env, program = programOf(env)): Wiring {
  const memories: Memories = new Map();
  const copies = new Set<string>();
  return {
    version,
    program,
    worksIn,
    isInsideStep: (repository) => isInsideStep(env, repository),
    unicode: showsUnicode(env),
    openPorts: (cwd, emit) => openPorts(cwd, emit, memories, env, openBegun(env, { isCopy: copies.has(cwd), emit })),
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
    openAgent: (place, config, choice) => openAgent(place, config, choice, env),
    gatePorts: gatePorts(env),
    openViewer: async (root) => (await import("./adapters/viewer/open-viewer.ts")).createViewer(root, env),
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
      return createSampleRepository(files, folder, env);
    },
  };
}

function programOf(env: Env): string {
  return startedAs({ script: process.argv[1] ?? "", cwd: process.cwd(), env });
}

/** One store per working tree, however often it is opened: a server would read its log and build its index anew. */
type Memories = Map<string, Ports["memory"]>;

async function openPorts(cwd: string, emit: Emit, memories: Memories, env: Env, begun: Begun): Promise<Ports> {
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
    tree: createWorkingTree(repository.root),
    checks: createChecks({
      ...{ root: repository.root, env, processIdentity },
      settings: async () => checksNow(await layers()),
      wrap: async (command, settings) => {
        const sandbox = settings ?? mergeConfig(await layers()).sandbox;
        return (await sandboxes()).wrapCheck(sandboxSetup(repository.root, { sandbox }, env), command);
      },
    }),
    runs: createJournalRuns({ commonDir, gitDir, clock: common.clock, begun, onDamage }),
    archive: createRunArchive(commonDir, onDamage),
    ...runDoors(commonDir),
    creations: createCreationFiles(commonDir, begun),
    trees: {
      ...createOwnTrees({ git: gitTrees, commonDir, root, clock: common.clock }),
      text: (there, path) => createWorkingTree(there).read(path),
    },
    openTree: (there) => openPorts(there, emit, memories, env, begun),
    hostDesk: createHostDesk({ commonDir, clock: common.clock, onDamage }),
    prompts: lazyPrompts(),
    memory,
  };
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

/** The package's own folder, whether running from the bundle or from the sources. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "prompts"))) folder = dirname(folder);
  return folder;
}

async function findRuntimes(config: Config, env: Env): Promise<FoundRuntime[]> {
  const { findRuntimes } = await import("./adapters/agents/find-runtimes.ts");
  return findRuntimes({
    env,
    sdkFolders: sdkFolders(config),
    openai: { settings: config.openai, sdkFolders: packageFolders() },
    claudeExecutable: config.claude.executable,
    acpCommand: commandOf(config),
  });
}

function sdkFolders({ claude }: Config): string[] {
  return [...(claude.sdk === undefined ? [] : [resolve(claude.sdk)]), ...packageFolders()];
}

function packageFolders(): string[] {
  const globally = join(dirname(process.execPath), "..", "lib"); // where `npm install --global` puts packages
  return [packageRoot(), globally];
}

function commandOf({ acp: { command } }: Config): readonly string[] | undefined {
  return typeof command === "string" ? command.trim().split(/\s+/) : command;
}

async function openAgent(place: AgentPlace, config: Config, choice: RuntimeChoice, env: Env): Promise<AgentRuntime> {
  const runtime = { ...(await openRuntime(place, config, choice, env)), prices: config.budget.prices };
  const limits = Object.entries(config.limits).find(([id]) => id === choice.id)?.[1];
  if (limits === undefined) return runtime;
  const slots = createSlots(stateFolder(env, "slots"), createClock(env.IFLOW_NOW));
  return inSlots(runtime, ({ feature }, signal) =>
    slots.take({ runtime: choice.id, places: limits.concurrent, feature: feature.key }, signal),
  );
}

async function openRuntime(place: AgentPlace, config: Config, choice: RuntimeChoice, env: Env): Promise<AgentRuntime> {
  const checks = configuredChecks(config.checks).map(({ command }) => command);
  const checkEnvironment = config.checks.environment;
  const secrets = choice.id === "host" ? undefined : findSecretFiles(place.root, config, env);
  const openTree = (root: string) => createWorkingTree(root, { refusal: secrets?.refusal });
  const isOurs = choice.id !== "host" && choice.id !== "scripted"; // those run commands of the person's own
  const sandbox = isOurs
    ? { sandbox: await (await sandboxes()).openSandbox(sandboxSetup(place.root, config, env)) }
    : {};
  const door = {
    ...{ commands: config.agents.commands, denies: config.agents.deny.length > 0, ...sandbox },
    hiddenFiles: () => secrets?.patterns ?? [],
  };
  const doors = { openTree, ...door };
  const common = { env, checks, checkEnvironment, processIdentity, ...doors };
  switch (choice.id) {
    case "claude": {
      const { openClaude } = await import("./adapters/agents/claude/open-claude.ts");
      const { executable, mcpServers } = config.claude;
      return openClaude({
        ...common,
        secretFiles: secrets?.patterns ?? [],
        executable,
        mcpServers,
        folders: sdkFolders(config),
        silenceMs: 1000 * config.limits.claude.silence,
        models: modelNames("claude", config.models.claude),
      });
    }
    case "anthropic": {
      const { openAnthropic } = await import("./adapters/agents/anthropic/open-anthropic.ts");
      const models = modelNames("anthropic", config.models.anthropic);
      const own = { settings: config.anthropic, silenceMs: 1000 * config.limits.anthropic.silence, models };
      return openAnthropic({ ...loopOptions(place, config, env), ...doors, ...own });
    }
    case "openai": {
      const { openOpenAi } = await import("./adapters/agents/openai/open-openai.ts");
      const models = modelNames("openai", config.models.openai);
      const silenceMs = 1000 * config.limits.openai.silence;
      const own = { settings: config.openai, sdkFolders: packageFolders(), silenceMs, models };
      return openOpenAi({ ...loopOptions(place, config, env), ...doors, ...own });
    }
    case "acp": {
      const { createAcpAgent } = await import("./adapters/agents/acp/acp-agent.ts");
      return createAcpAgent({
        ...common,
        root: place.root,
        ...(place.signal && { signal: place.signal }),
        command: choice.command ?? commandOf(config) ?? [],
        passEnv: config.acp.environment,
        silenceMs: 1000 * config.limits.acp.silence,
        models: modelNames("acp", config.models.acp),
      });
    }
    case "host": {
      const { createHostAgent } = await import("./adapters/agents/host/host-agent.ts");
      return createHostAgent(choice.proof ?? "hook", config.models);
    }
    case "scripted": {
      const { openScripted } = await import("./adapters/agents/scripted/open-scripted.ts");
      const scriptPath = choice.script?.path ?? "";
      return openScripted(place, { env, checkEnvironment, openTree, processIdentity, scriptPath });
    }
    default:
      throw new IflowError("agent-unavailable", `this version has no runtime "${choice.id}"`, { fix: "iflow doctor" });
  }
}

/** Asks git once per command: what is committed meanwhile was written by agents, who may not write such files. */
function findSecretFiles(root: string, config: Config, env: Env): SecretFiles {
  return secretFiles({ tracked: () => trackedFiles(root, env), deny: config.agents.deny });
}

function sandboxSetup(root: string, { sandbox }: Pick<Config, "sandbox">, env: Env): SandboxSetup {
  const git = async () => {
    const { gitDir, commonDir } = (await openGit(root, env)).repository;
    return { gitDir, commonDir, submodules: submodulesOf(root, env) };
  };
  return { root, env, settings: sandbox, git };
}

/** What every runtime with a loop of ours is made with. */
function loopOptions({ root }: AgentPlace, config: Config, env: Env) {
  const checks = configuredChecks(config.checks).map(({ name, command }) => [name, command]);
  return {
    ...{ env, processIdentity, prices: config.budget.prices },
    sessions: async () => join((await openGit(root, env)).repository.commonDir, "iflow", "sessions"),
    checks: Object.fromEntries(checks) as Record<string, string>,
    checkEnvironment: config.checks.environment,
  };
}
