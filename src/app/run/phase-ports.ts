// The doors of a phase: those of the command, and the agents of the run. A phase that works in several trees gets them again
// for each of them.
import type { PhasePorts, Ports } from "../../ports/ports.ts";
import type { RuntimeChoice } from "../../ports/wiring.ts";
import { openRoleAgents } from "../work/given/role-agents.ts";
import type { Driver } from "./driver.ts";

export async function openPhasePorts(ports: Ports, driver: Driver, choice: RuntimeChoice): Promise<PhasePorts> {
  const { safePoint, setUp } = driver;
  const phasePorts: PhasePorts = {
    ...ports,
    ...(await openAgents(driver, choice)),
    ...(safePoint && { safePoint }),
    ...(setUp && { setUp }),
    inTree: async (root) => {
      const { repository, commits, snapshots, merging, tree, checks } = await ports.openTree(root);
      const there = { repository, commits, snapshots, merging, tree, checks };
      return { ...phasePorts, ...there, ...(await openAgents(driver, choice, root)) };
    },
  };
  return phasePorts;
}

async function openAgents(driver: Driver, choice: RuntimeChoice, root?: string) {
  const agent = await driver.openAgent(choice, "run", root);
  const roleAgents = await openRoleAgents(agent, choice, (one) => driver.openAgent(one, "role", root));
  return { agent, roleAgents };
}
