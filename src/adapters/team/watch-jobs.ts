// Wakes a worker when something changes in the database, and once a second in any case.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Listening } from "../database/database.ts";

const LOOK_MS = 1000;
/** So that a burst of records is looked at once. */
const REST_MS = 250;

export function watchJobs(database: Pick<Database, "listen">) {
  let listening: Promise<Listening | undefined> | undefined;
  let wake = new AbortController();
  const listen = () => database.listen("iflow", () => wake.abort()).catch(() => undefined);
  return {
    async changed(signal: AbortSignal): Promise<void> {
      const now = await listening;
      if (now === undefined || now.lost.aborted) listening = listen();
      await pause(LOOK_MS, AbortSignal.any([signal, wake.signal]));
      await pause(REST_MS, signal);
      wake = new AbortController();
    },
    close: () => void listening?.then((now) => now?.close()),
  };
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);
