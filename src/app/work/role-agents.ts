// Which agents a role has: those of the run, or those that `runtime.roles` gives it. Plans look only at what was recorded
// when the run began; whom a step really asks is known inside of it.
import { CONFIG_FILE } from "../../domain/config/config.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import type { AgentRuntime } from "../../ports/agent-runtime.ts";
import type { PhasePorts } from "../../ports/ports.ts";
import type { Run } from "../../ports/runs.ts";
import type { RuntimeChoice } from "../../ports/wiring.ts";
import type { AgentAbilities } from "./agent-abilities.ts";
import { forkWarning } from "./context-mode.ts";
import type { PhaseRun } from "./phase-run.ts";

/** Only inside of a step: another command may go on with the run and other agents. */
export function agentOf({ agent, roleAgents }: Pick<PhasePorts, "agent" | "roleAgents">, role: RoleId): AgentRuntime {
  return roleAgents.get(role) ?? agent;
}

/** Roles whose runtime is the run's own need no other one. Each is opened once, however many roles it has. */
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
    agents.set(role as RoleId, found); // checked against the role table when the run began
  }
  return agents;
}

/** Once per run: another agent that continues it must not change what was planned. */
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

/** A host's model can write files, and this one says who reviews it. */
async function localConfig({ agent, repository }: PhasePorts): Promise<Pick<AgentAbilities, "localConfig">> {
  if (!agent.host || (await repository.dirty([CONFIG_FILE])).length === 0) return {};
  return { localConfig: true };
}

/** What all of them can do together, and each role that has its own by itself. */
export function abilitiesOf({ agent, roleAgents }: Pick<PhasePorts, "agent" | "roleAgents">): AgentAbilities {
  const own = ownAbilities(agent);
  if (roleAgents.size === 0) return own;
  const roles = [...roleAgents].map(([role, other]) => [role, { ...ownAbilities(other), runtime: other.id }] as const);
  const all = [own, ...roles.map(([, abilities]) => abilities)];
  return {
    ...own,
    trunk: all.every(({ trunk }) => trunk), // a beginning is shared by all or by none
    promptChars: Math.min(...all.map(({ promptChars }) => promptChars)),
    roles: { "": own, ...Object.fromEntries(roles) },
  };
}

function ownAbilities({ abilities, version }: AgentRuntime): AgentAbilities {
  const { resume, rewind, promptChars, web, trunk = false } = abilities;
  return { resume, rewind, promptChars, web, trunk, gated: version !== undefined };
}

export function abilitiesFor({ abilities }: Pick<PhaseRun, "abilities">, role: RoleId): AgentAbilities {
  return abilities.roles?.[role] ?? abilities.roles?.[""] ?? abilities;
}

/** What is known of a runtime is known under this name; empty for the run's own. */
export function runtimeKey(phase: Pick<PhaseRun, "abilities">, role: RoleId): string {
  return abilitiesFor(phase, role).runtime ?? "";
}

/** A session lives with the runtime that made it. Only inside of a step, like agentOf. */
export function isForeignSession(
  { sessions }: Pick<PhaseRun, "sessions">,
  session: string,
  { id }: AgentRuntime,
): boolean {
  return (sessions.runtimeOf(session) ?? id) !== id;
}
