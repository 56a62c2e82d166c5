// How many agents of a runtime work at the same time, over all workers of a team: as many locks as there are places, each held by a
// connection and free with it.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database, DatabaseSession } from "../../database/database.ts";
import type { Slots } from "../processes/slots.ts";

const PAUSE_MS = 250;

export function createRowSlots(database: Pick<Database, "session">): Slots {
  return {
    async take({ runtime, places }, signal) {
      const session = await database.session();
      while (!signal.aborted) {
        if (await takeOne(session, runtime, places))
          return { lost: session.lost, release: async () => session.close() };
        await sleep(PAUSE_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
      }
      session.close();
      return undefined;
    },
  };
}

async function takeOne(session: DatabaseSession, runtime: string, places: number): Promise<boolean> {
  for (let place = 1; place <= places; place++) {
    const [got] = await session.rows<{ ok: boolean }>(TAKE, [runtime, String(place)]);
    if (got?.ok) return true;
  }
  return false;
}

const TAKE = "select pg_try_advisory_lock(hashtextextended('iflow.slot:' || $1 || ':' || $2, 0)) as ok";
