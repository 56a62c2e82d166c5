// Which agents this machine has, in the order they would be chosen: Claude, a key for the plain API, the ACP agent of
// the config, known ACP agents on the path. Missing ones are listed too, with how to get them. No agent is started.
import { isOlder } from "../../domain/text/version.ts";
import type { FoundRuntime } from "../../ports/agent-runtime.ts";
import { describeAgent, READY_AGENTS } from "./acp/ready/ready-agents.ts";
import { findClaude, OLDEST_CLAUDE } from "./claude/find-claude.ts";
import { INSTALL_CLAUDE } from "./claude/sdk.ts";
import { findProgram } from "./find-program.ts";

const API_KEY = "ANTHROPIC_API_KEY";

export interface Search {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the Claude SDK may be installed. */
  readonly sdkFolders: readonly string[];
  readonly claudeExecutable: string | undefined;
  readonly acpCommand: readonly string[] | undefined;
}

export async function findRuntimes(search: Search): Promise<FoundRuntime[]> {
  const { acpCommand } = search;
  const named = acpCommand === undefined ? [] : [describeCommand(acpCommand, search.env.PATH)];
  const known = READY_AGENTS.filter(({ name }) => acpCommand === undefined || name !== describeAgent(acpCommand).name);
  return [
    await describeClaude(search),
    describeApi(search),
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

function describeCommand(command: readonly string[], path: string | undefined): FoundRuntime {
  const agent = describeAgent(command);
  const about = { id: "acp", name: agent.name, command };
  const place = findProgram(command[0] ?? "", path);
  if (place !== undefined) return { ...about, state: "ready", detail: command.join(" ") };
  const fix = agent.install === "" ? "correct acp.command" : agent.install;
  return { ...about, state: "missing", detail: `${command[0]} is not on the path`, fix };
}
