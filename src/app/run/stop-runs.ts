// `iflow stop`: asks the processes that move runs to end, and waits until they have. What is asked names one process, so
// nothing else is ever ended; whoever waits here may go away, the request stands.
import { setTimeout as sleep } from "node:timers/promises";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Mover, StopKind } from "../../ports/runs/stops.ts";
import { UnclearFeature } from "../feature/unclear-feature.ts";

type StopPorts = Pick<Ports, "runs" | "stops">;

/** What is to be stopped. */
export interface Wanted {
  /** Undefined: the only one that runs. */
  readonly feature: string | undefined;
  readonly all: boolean;
  /** Every feature there is, to name them briefly. */
  readonly keys: readonly string[];
}

/** Empty when nothing of it runs. */
export async function chooseMovers({ stops }: StopPorts, { feature, all, keys }: Wanted): Promise<readonly Mover[]> {
  const movers = await stops.movers();
  if (feature !== undefined) return movers.filter((one) => one.feature === feature);
  if (all || movers.length <= 1) return movers;
  throw new UnclearFeature("needs-answer", "several features run: name one, or add --all", {
    choices: movers.map((one) => one.feature),
    all: keys,
  });
}

export interface Stopping {
  readonly kind: StopKind;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
}

export interface Stopped {
  readonly feature: string;
  readonly pid: number;
  /**
   * `stopped`: it ended because it was asked to; `over`: it ended by itself before; `unreached`: it lives and does not
   * react.
   */
  readonly how: "stopped" | "over" | "unreached";
}

const LOOK_MS = 150;
/** How long a process may take to end its agents. */
const PATIENCE_MS = 30_000;
/** So long without its lock, it waits for somebody, or is another command by now. */
const IDLE_MS = 2_000;

export async function stopMovers(ports: StopPorts, movers: readonly Mover[], stopping: Stopping): Promise<Stopped[]> {
  for (const mover of movers) await ports.stops.ask(mover, stopping.kind);
  return Promise.all(movers.map((mover) => waitFor(ports, mover, stopping)));
}

async function waitFor({ runs, stops }: StopPorts, mover: Mover, { kind, signal }: Stopping): Promise<Stopped> {
  const { feature, pid } = mover;
  let idle = 0;
  for (let waited = 0; ; waited += LOOK_MS) {
    const state = await stops.stateOf(mover);
    const isAtWork = (await runs.owner(feature))?.pid === pid;
    if (state === "taken" && !isAtWork) return { feature, pid, how: "stopped" };
    idle = isAtWork ? 0 : idle + LOOK_MS;
    if (state === "gone" || (state === "asked" && idle >= IDLE_MS)) {
      await stops.withdraw(mover);
      return { feature, pid, how: "over" };
    }
    if (kind === "now" && waited >= PATIENCE_MS) return { feature, pid, how: "unreached" };
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {
      throw new IflowError("interrupted", `${feature} was asked to stop and is still at work`, {
        fix: "iflow status   (it ends by itself; iflow stop --now ends it at once)",
      });
    });
  }
}
