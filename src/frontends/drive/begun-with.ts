// A chain keeps what it began with, whichever command continues it: flags, budget, agents.
import { isPhase, isPhaseDone } from "../../domain/feature/phase.ts";
import type { RunFlags, RunSummary } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";
import { chainRuntime, runtimeOf } from "./chain.ts";
import type { PhaseFlags } from "./run-driver.ts";

/** What a chain began with. */
export interface Chain {
  readonly flags: RunFlags;
  readonly yolo: boolean;
  readonly agents: Pick<PhaseFlags, "runtime" | "script">;
}

/** The chain that a feature belongs to: its last run says so, or, before the first one, the record of its creation. */
export async function begunWith(ports: Ports, key: string, flags: PhaseFlags): Promise<Chain | undefined> {
  const last = (await ports.runs.ofFeature(key)).at(-1);
  if (last?.head.flags.mode === "chain") return chainOf(last, flags);
  const chain = last ? undefined : (await ports.creations.all()).find((one) => one.key === key)?.chain;
  return chain && { flags: chain.flags, yolo: chain.flags.yolo, agents: chainRuntime(chain, flags) };
}

export function chainOf({ head, yolo }: Pick<RunSummary, "head" | "yolo">, flags: PhaseFlags): Chain {
  return { flags: head.flags, yolo, agents: runtimeOf(head, flags) };
}

/** A chain that came to its `until` has done what was asked: the next command goes on, and is watched unless it says otherwise. */
export function goingOn(chain: Chain, lastCompleted: string | null | undefined): Chain {
  const { until, ...flags } = chain.flags;
  const isReached = until !== undefined && isPhase(until) && isPhaseDone(until, lastCompleted);
  return isReached ? { ...chain, flags: { ...flags, yolo: false }, yolo: false } : chain;
}

/** What the chain began with, unless this command says otherwise. A `--yolo` from before a stop is not carried over it. */
export function keptFlags({ flags, yolo: held }: Chain, { mode, yolo, ...others }: RunFlags): RunFlags {
  return { ...flags, ...others, mode, yolo: yolo || held };
}
