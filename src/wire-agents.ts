// Builds the agents of a run from configuration and environment: part of wire.ts.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inSlots } from "./adapters/agents/in-slots.ts";
import { createClock } from "./adapters/clock.ts";
import { stateFolder } from "./adapters/files/open-trust.ts";
import { createWorkingTree } from "./adapters/files/working-tree.ts";
import { submodulesOf, trackedFiles } from "./adapters/git/checkout/tracked-files.ts";
import { openGit } from "./adapters/git/open-repository.ts";
import { processIdentity } from "./adapters/runs/processes/processes.ts";
import { createSlots, type Slots } from "./adapters/runs/processes/slots.ts";
import type { SandboxSetup } from "./adapters/sandbox/open-sandbox.ts";
import { configuredChecks } from "./domain/config/check-names.ts";
import type { Config } from "./domain/config/config.ts";
import { modelNames } from "./domain/roles/model.ts";
import { IflowError } from "./domain/text/errors.ts";
import { type SecretFiles, secretFiles } from "./domain/text/secrets/secret-files.ts";
import type { AgentRuntime, FoundRuntime } from "./ports/agents/agent-runtime.ts";
import type { AgentPlace, RuntimeChoice } from "./ports/wiring.ts";

type Env = NodeJS.ProcessEnv;

export const sandboxes = () => import("./adapters/sandbox/open-sandbox.ts");

/** The package's own folder, whether running from the bundle or from the sources. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "prompts"))) folder = dirname(folder);
  return folder;
}

export async function findRuntimes(config: Config, env: Env): Promise<FoundRuntime[]> {
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

export function packageFolders(): string[] {
  const globally = join(dirname(process.execPath), "..", "lib"); // where `npm install --global` puts packages
  return [packageRoot(), globally];
}

function commandOf({ acp: { command } }: Config): readonly string[] | undefined {
  return typeof command === "string" ? command.trim().split(/\s+/) : command;
}

export async function openAgent(
  place: AgentPlace,
  config: Config,
  choice: RuntimeChoice,
  env: Env,
  teamSlots?: Slots,
): Promise<AgentRuntime> {
  const runtime = { ...(await openRuntime(place, config, choice, env)), prices: config.budget.prices };
  const limits = Object.entries(config.limits).find(([id]) => id === choice.id)?.[1];
  if (limits === undefined) return runtime;
  const slots = teamSlots ?? createSlots(stateFolder(env, "slots"), createClock(env.IFLOW_NOW));
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
export function findSecretFiles(root: string, config: Config, env: Env): SecretFiles {
  return secretFiles({ tracked: () => trackedFiles(root, env), deny: config.agents.deny });
}

export function sandboxSetup(root: string, { sandbox }: Pick<Config, "sandbox">, env: Env): SandboxSetup {
  const git = async () => {
    const { gitDir, commonDir } = (await openGit(root, env)).repository;
    return { gitDir, commonDir, submodules: submodulesOf(root, env) };
  };
  return { root, env, settings: sandbox, git };
}

/** Conversations that iflow keeps itself, below a clone's git directory. */
export const sessionFolder = (commonDir: string): string => join(commonDir, "iflow", "sessions");

/** What every runtime with a loop of ours is made with. */
function loopOptions({ root }: AgentPlace, config: Config, env: Env) {
  const checks = configuredChecks(config.checks).map(({ name, command }) => [name, command]);
  return {
    ...{ env, processIdentity, prices: config.budget.prices },
    sessions: async () => sessionFolder((await openGit(root, env)).repository.commonDir),
    checks: Object.fromEntries(checks) as Record<string, string>,
    checkEnvironment: config.checks.environment,
  };
}
