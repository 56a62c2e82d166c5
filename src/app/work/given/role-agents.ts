// Which agents a role uses: those of the run, or those that `runtime.roles` assigns to it. Plans use only what was
// recorded when the run began; which agent is really asked is known only inside the step.
import { CONFIG_FILE } from "../../../domain/config/settings-file.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import type { PhasePorts } from "../../../ports/ports.ts";
import type { Run } from "../../../ports/runs/runs.ts";
import type { RuntimeChoice } from "../../../ports/wiring.ts";
import type { AgentAbilities } from "../state/agent-abilities.ts";
import type { Parts } from "../state/phase-run.ts";
import { forkWarning } from "./context-mode.ts";

/** Call only inside a step: another command may continue the run with other agents. */
export function agentOf({ agent, roleAgents }: Pick<PhasePorts, "agent" | "roleAgents">, role: RoleId): AgentRuntime {
  return roleAgents.get(role) ?? agent;
}

/** Opens each other runtime that roles need once, however many use it. Roles on the run's own runtime need none. */
export async function openRoleAgents(
  agent: AgentRuntime,
  { roles = {} }: RuntimeChoice,
  open: (choice: RuntimeChoice) => Promise<AgentRuntime>,
): Promise<Map<RoleId, AgentRuntime>> {
  const opened = new Map<string, AgentRuntime>();
  const agents = new Map<RoleId, AgentRuntime>();
  for (const [role, choice] of Object.entries(roles)) {
    if (choice.id === agent.id && choice.command === undefined) continue;
    const key = JSON.stringify(choice);
    const found = opened.get(key) ?? (await open(choice));
    opened.set(key, found);
    agents.set(role as RoleId, found); // role names were checked against the role table when the run began
  }
  return agents;
}

/** Recorded once per run: another agent that continues the run must not change what was planned. */
export function recordAbilities(run: Run, ports: PhasePorts): Promise<AgentAbilities> {
  return run.step({
    name: `${run.head.phase}/1/0/agent`,
    input: null,
    work: async () => {
      const abilities = { ...abilitiesOf(ports), ...(await localConfig(ports)) };
      const warning = forkWarning(run.head.config.review, abilities);
      if (warning !== undefined) ports.emit({ type: "warned", text: warning });
      return abilities;
    },
  });
}

/** A host's model can write files, and this file decides who reviews that model's work. */
async function localConfig({ agent, repository }: PhasePorts): Promise<Pick<AgentAbilities, "localConfig">> {
  if (!agent.host || (await repository.dirty([CONFIG_FILE])).length === 0) return {};
  return { localConfig: true };
}

/** What all agents can do together, plus the abilities of each role that has its own agents. */
export function abilitiesOf({ agent, roleAgents }: Pick<PhasePorts, "agent" | "roleAgents">): AgentAbilities {
  const own = ownAbilities(agent);
  if (roleAgents.size === 0) return own;
  const roles = [...roleAgents].map(([role, other]) => [role, { ...ownAbilities(other), runtime: other.id }] as const);
  const all = [own, ...roles.map(([, abilities]) => abilities)];
  return {
    ...own,
    trunk: all.every(({ trunk }) => trunk), // a trunk is shared by all roles or by none
    promptChars: Math.min(...all.map(({ promptChars }) => promptChars)),
    roles: { "": own, ...Object.fromEntries(roles) },
  };
}

function ownAbilities({ abilities, version, keepCached }: AgentRuntime): AgentAbilities {
  const { resume, rewind, promptChars, web, trunk = false } = abilities;
  return { resume, rewind, promptChars, web, trunk, ...(keepCached && { pings: true }), gated: version !== undefined };
}

export function abilitiesFor({ abilities }: Parts<"abilities">, role: RoleId): AgentAbilities {
  return abilities.roles?.[role] ?? abilities.roles?.[""] ?? abilities;
}

/** The name under which facts about the role's runtime are stored; empty for the run's own runtime. */
export function runtimeKey(phase: Parts<"abilities">, role: RoleId): string {
  return abilitiesFor(phase, role).runtime ?? "";
}

/** Only the runtime that made a session can resume it. Call only inside a step, like agentOf. */
export function isForeignSession({ sessions }: Parts<"sessions">, session: string, { id }: AgentRuntime): boolean {
  return (sessions.runtimeOf(session) ?? id) !== id;
}
