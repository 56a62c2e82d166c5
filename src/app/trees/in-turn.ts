// A lock that others hold for moments only: whoever comes second waits for it instead of being refused.
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { RunLock } from "../../ports/runs/runs.ts";

const PAUSE_MS = 100;
const MOST_PAUSES = 1200;

/** `isBrief`: whether the one that holds it now will be done in a moment; asked after each refusal. */
export async function inTurn<T>(
  { clock }: Pick<Ports, "clock">,
  take: () => Promise<RunLock>,
  work: () => Promise<T>,
  isBrief: () => Promise<boolean> = async () => true,
): Promise<T> {
  const lock = await takeInTurn(clock, take, isBrief);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function takeInTurn(clock: Ports["clock"], take: () => Promise<RunLock>, isBrief: () => Promise<boolean>) {
  const never = new AbortController().signal;
  let isLasting = false;
  for (let pauses = 0; ; pauses++) {
    try {
      return await take();
    } catch (error) {
      const isHeld = error instanceof IflowError && error.code === "locked";
      const wasLasting = isLasting; // the holder may be gone by the time it is looked at
      isLasting = isHeld && !(await isBrief());
      if (!isHeld || pauses === MOST_PAUSES || (isLasting && wasLasting)) throw error;
      await clock.sleep(PAUSE_MS, never);
    }
  }
}
