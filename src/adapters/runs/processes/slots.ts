// How many agents of a runtime work at the same time, over all iflow processes of the person on this machine: as many lock
// files as there are places. A place whose owner has died is free.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { RunLock } from "../../../ports/runs/runs.ts";
import { makeFolders } from "../../make-folders.ts";
import { takeLocks } from "./locks.ts";
import { selfIdentity } from "./processes.ts";

/** What a place is wanted for. */
export interface SlotRequest {
  readonly runtime: string;
  readonly places: number;
  /** For whoever looks into the lock. */
  readonly feature: string;
}

export interface Slots {
  /** Undefined when the signal aborts before a place is free. */
  take(request: SlotRequest, signal: AbortSignal): Promise<RunLock | undefined>;
}

const PAUSE_MS = 250;

/** Without a folder of the person's own, or in one that cannot be written, nothing is counted: no work waits for that. */
export function createSlots(folder: string | undefined, clock: Clock): Slots {
  return {
    take: async ({ runtime, places, feature }, signal) => {
      if (folder === undefined) return UNCOUNTED;
      const own = join(folder, runtime);
      if (!(await isMade(own))) return UNCOUNTED;
      const owner = { ...(await selfIdentity()), feature, command: runtime, at: clock.now().toISOString() };
      while (!signal.aborted) {
        for (let place = 1; place <= places; place++) {
          const lock = await takeLocks([join(own, `${place}.lock`)], owner, false).catch(takenOr);
          if (lock !== "taken") return lock;
        }
        await sleep(PAUSE_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
      }
      return undefined;
    },
  };
}

const UNCOUNTED: RunLock = { release: async () => undefined };

function isMade(folder: string): Promise<boolean> {
  return makeFolders(folder, 0o700).then(
    () => true,
    () => false,
  );
}

function takenOr(error: unknown): "taken" | RunLock {
  if (error instanceof IflowError && error.code === "locked") return "taken";
  const isOfDisk =
    error instanceof IflowError ? error.code === "disk-failed" : error instanceof Error && "errno" in error;
  if (isOfDisk) return UNCOUNTED;
  throw error;
}
