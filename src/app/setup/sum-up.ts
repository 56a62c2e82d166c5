// The one sentence at the end of `iflow doctor`: whether a feature can begin here, and if not, what to do first.
import type { Config } from "../../domain/config/config.ts";
import type { RepositoryTrust } from "../../domain/config/repository-trust.ts";
import type { Check, CheckedRuntime } from "./doctor.ts";

export interface LookedAt {
  readonly checks: readonly Check[];
  readonly runtimes: readonly CheckedRuntime[];
  readonly config: Config;
  readonly trust: RepositoryTrust["state"];
  /** The agent that was asked about; without it the one that a run would get. */
  readonly asked: string | undefined;
}

export interface Readiness {
  readonly ready: boolean;
  /** The agent that would work; undefined when there is none. */
  readonly agent: string | undefined;
  readonly sentence: string;
}

export function sumUp(looked: LookedAt): Readiness {
  const agent = agentOf(looked);
  const name = agent?.state === "ready" ? agent.name : undefined;
  const [first, ...others] = obstacles(looked, agent);
  if (!first) return { ready: true, agent: name, sentence: `Ready: ${name} will work${restOf(looked)}` };
  const fix = first.fix === undefined ? "." : `; fix: ${first.fix.replaceAll(/\s+/g, " ")}`;
  const begin = others.length === 0 ? "Not ready:" : `Not ready, ${others.length + 1} things are missing; the first:`;
  return { ready: false, agent: name, sentence: `${begin} ${first.detail}${fix}` };
}

/** Settings that are wrong leave open which agent is meant, so they are not counted twice. */
function obstacles(looked: LookedAt, agent: CheckedRuntime | undefined): Obstacle[] {
  const problems = looked.checks.filter(({ state }) => state === "problem");
  const isAgentTold = problems.some(({ name }) => name === "config" || name === agent?.name);
  return agent?.state === "ready" || isAgentTold ? problems : [...problems, missing(looked, agent)];
}

function agentOf({ runtimes, config, asked }: LookedAt): CheckedRuntime | undefined {
  const name = asked ?? config.runtime.default;
  const ready = runtimes.filter(({ state }) => state === "ready");
  if (name === undefined) return ready[0];
  const isNamed = (one: CheckedRuntime) => one.name === name || one.id === name;
  return ready.find(isNamed) ?? runtimes.find(isNamed);
}

type Obstacle = Pick<Check, "detail" | "fix">;

function missing({ config, asked }: LookedAt, agent: CheckedRuntime | undefined): Obstacle {
  if (agent !== undefined)
    return { detail: `${agent.name}: ${agent.detail}`, ...(agent.fix !== undefined && { fix: agent.fix }) };
  const named = asked ?? config.runtime.default;
  if (named !== undefined)
    return { detail: `there is no agent ${named}`, fix: "iflow init   (or correct runtime.default)" };
  return {
    detail: "no agent is set up",
    fix: "set up any one of the above, or watch iflow work without one: iflow demo",
  };
}

function restOf({ checks, config: { checks: commands }, trust }: LookedAt): string {
  if (checks.some(({ name, state }) => name === "repository" && state !== "ok")) return ", in any git repository.";
  if (trust === "unconfirmed") return " once you have confirmed the settings: iflow trust";
  if (commands.test !== undefined) return `, tests are \`${commands.test}\`.`;
  return commands.none ? "; nothing is tested, as checks.none says." : "; nothing is tested yet, fix: iflow init";
}
