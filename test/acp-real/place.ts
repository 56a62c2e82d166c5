// A repository in which the command is run with a real agent, and a scripted model behind that agent. Whatever the agent
// asks of any other host runs into a closed port, so it is seen to work without the network; nothing of it stays behind.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../../src/domain/billing/outcome.ts";
import { type Ended, type Workplace, workplace } from "../support/iflow.ts";
import { FEATURE } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { type Model, startModel } from "./model.ts";
import { PROGRAMS } from "./programs.ts";
import type { RealAgent } from "./real-agent.ts";
import { playRoles, type RoleScript } from "./role-script.ts";

export const CLOSED = "http://127.0.0.1:9";

export interface AgentPlace extends Workplace {
  readonly model: Model;
  /** `iflow {phase} --yolo` with this agent. */
  run(phase: string, env?: Record<string, string>): Promise<Ended>;
  outcomes(phase: string): Outcome[];
}

export async function agentPlace(
  agent: RealAgent,
  script: (root: string) => RoleScript,
  files?: Record<string, string>,
): Promise<AgentPlace> {
  const place = await workplace({}, files);
  const home = await tempFolder();
  const model = await startModel(agent.wire, playRoles(agent, script(place.root)));
  const env = {
    ...{ HOME: home, XDG_STATE_HOME: join(home, "state"), XDG_CONFIG_HOME: join(home, "config") },
    ...{ XDG_DATA_HOME: join(home, "data"), XDG_CACHE_HOME: join(home, "cache") },
    PATH: `${PROGRAMS}:${process.env.PATH}`,
    ...offline(),
    ...(await agent.env(model.url)),
  };
  return {
    ...place,
    model,
    run: (phase, more = {}) =>
      place.iflowWith(
        { env: { ...env, ...more } },
        ...[phase, "--yolo", "--runtime", agent.name, "--max-dispatches", "60"],
      ),
    outcomes: (phase) =>
      place
        .dispatchFiles(FEATURE, ".outcome.json", phase)
        .map((name) => JSON.parse(readFileSync(join(place.runFolder(FEATURE, 1, phase), "dispatches", name), "utf8"))),
  };
}

/** Only loopback is open. */
export function offline(): Record<string, string> {
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [name, CLOSED]);
  return { ...Object.fromEntries(proxies), NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" };
}
