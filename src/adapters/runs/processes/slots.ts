// How many agents of a runtime work at the same time, over all iflow processes of the person on this machine: as many lock
// files as there are places. A place whose owner has died is free.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { RunLock } from "../../../ports/runs.ts";
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

/** Without a folder of the person's own, nothing is counted. */
export function createSlots(folder: string | undefined, clock: Clock): Slots {
  return {
    take: async ({ runtime, places, feature }, signal) => {
      if (folder === undefined) return { release: async () => undefined };
      const own = join(folder, runtime);
      await makeFolders(own, 0o700);
      const owner = { ...(await selfIdentity()), feature, command: runtime, at: clock.now().toISOString() };
      while (!signal.aborted) {
        for (let place = 1; place <= places; place++) {
          const lock = await takeLocks([join(own, `${place}.lock`)], owner, false).catch(unlessLocked);
          if (lock) return lock;
        }
        await sleep(PAUSE_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
      }
      return undefined;
    },
  };
}

function unlessLocked(error: unknown): undefined {
  if (error instanceof IflowError && error.code === "locked") return undefined;
  throw error;
}
