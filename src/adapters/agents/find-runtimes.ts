// Which agents this machine has, in the order they would be chosen: Claude, a key for the plain API, one for OpenAI's, the
// ACP agent of the config, known ACP agents on the path. Missing ones are listed too, with how to get them. No agent is started.
import { isOlder } from "../../domain/text/version.ts";
import type { FoundRuntime } from "../../ports/agents/agent-runtime.ts";
import { ownProgram } from "../commands/own-path.ts";
import { describeAgent, READY_AGENTS } from "./acp/ready/ready-agents.ts";
import { findClaude, OLDEST_CLAUDE } from "./claude/find-claude.ts";
import { INSTALL_CLAUDE } from "./claude/sdk.ts";
import { readAccess } from "./openai/access.ts";
import { findOpenAi, INSTALL_OPENAI } from "./openai/sdk.ts";

const API_KEY = "ANTHROPIC_API_KEY";

export interface Search {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the Claude SDK may be installed. */
  readonly sdkFolders: readonly string[];
  readonly openai: OpenAiSearch;
  readonly claudeExecutable: string | undefined;
  readonly acpCommand: readonly string[] | undefined;
}

export interface OpenAiSearch {
  /** Where its SDK may be installed. */
  readonly sdkFolders: readonly string[];
  readonly settings: Parameters<typeof readAccess>[0];
}

export async function findRuntimes(search: Search): Promise<FoundRuntime[]> {
  const { acpCommand } = search;
  const named = acpCommand === undefined ? [] : [describeCommand(acpCommand, search.env.PATH)];
  const known = READY_AGENTS.filter(({ name }) => acpCommand === undefined || name !== describeAgent(acpCommand).name);
  return [
    await describeClaude(search),
    describeApi(search),
    describeOpenAi(search),
    ...named,
    ...known.map(({ command }) => describeCommand(command, search.env.PATH)),
  ];
}

async function describeClaude({ sdkFolders, claudeExecutable, env }: Search): Promise<FoundRuntime> {
  const { sdk, version, login } = await findClaude(sdkFolders, claudeExecutable, env);
  const about = { id: "claude", name: "claude" } as const;
  if (sdk === undefined) return { ...about, state: "missing", detail: "its SDK is not installed", fix: INSTALL_CLAUDE };
  if (version === undefined) {
    const detail = claudeExecutable === undefined ? "its program is missing" : `${claudeExecutable} does not start`;
    return { ...about, state: "missing", detail, fix: `${INSTALL_CLAUDE}, or set claude.executable` };
  }
  if (isOlder(version, OLDEST_CLAUDE)) {
    const detail = `${version} is too old: only ${OLDEST_CLAUDE} and newer pass prompts on unchanged`;
    return { ...about, state: "missing", detail, fix: "claude update" };
  }
  if (login === undefined) {
    const fix = "run `claude` once and log in, or set ANTHROPIC_API_KEY";
    return { ...about, state: "no-login", detail: `${version}, no login and no key`, fix };
  }
  return { ...about, state: "ready", detail: `${version}, ${login}` };
}

function describeApi({ env }: Search): FoundRuntime {
  const about = { id: "anthropic", name: "anthropic" } as const;
  if (env[API_KEY]) return { ...about, state: "ready", detail: `key in ${API_KEY}` };
  return { ...about, state: "missing", detail: `no key in ${API_KEY}`, fix: `set ${API_KEY}` };
}

/** A server of one's own may need no key. Its address is not told: it may hold a password. */
function describeOpenAi({ openai: { settings, sdkFolders }, env }: Search): FoundRuntime {
  const { keyVariable, apiKey, baseUrl } = readAccess(settings, env);
  const about = { id: "openai", name: "openai" } as const;
  const isSetUp = apiKey !== undefined || baseUrl !== undefined;
  const install = findOpenAi(sdkFolders) === undefined ? [INSTALL_OPENAI] : [];
  if (isSetUp && install.length === 0) {
    const key = apiKey === undefined ? "no key" : `key in ${keyVariable}`;
    return { ...about, state: "ready", detail: baseUrl === undefined ? key : `a server of your own, ${key}` };
  }
  const detail = isSetUp ? "its SDK is not installed" : `no key in ${keyVariable}`;
  const fix = [...(isSetUp ? [] : [`set ${keyVariable}`]), ...install].join(", and: ");
  return { ...about, state: "missing", detail, fix };
}

function describeCommand(command: readonly string[], path: string | undefined): FoundRuntime {
  const agent = describeAgent(command);
  const about = { id: "acp", name: agent.name, command };
  const place = ownProgram(command[0] ?? "", path);
  if (place !== undefined) return { ...about, state: "ready", detail: command.join(" ") };
  const fix = agent.install === "" ? "correct acp.command" : agent.install;
  return { ...about, state: "missing", detail: `${command[0]} is not on the path`, fix };
}
