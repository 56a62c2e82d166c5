// Handles one call at a time in this process. If another process (a second client, a terminal) briefly holds the lock
// of a run, it waits instead of failing. Locks are held while the engine works, never while an agent or a person does.
import { setTimeout as pause } from "node:timers/promises";
import { IflowError } from "../../domain/text/errors.ts";

const TRIES = 40;
const PAUSE_MS = 250;

let last: Promise<unknown> = Promise.resolve();

export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

/** `work` may be repeated, so it must be safe to repeat. */
export async function untilFree<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof IflowError) || error.code !== "locked" || tried === TRIES) throw error;
      await pause(PAUSE_MS);
    }
  }
}
