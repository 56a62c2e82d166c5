// A slot's place in the team: a lock that its connection holds, and a row that says who it is. When the connection is cut, others
// take over what it had begun, so it has to end what it does.
import type { LivingWorker } from "../../../domain/team/worker.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Database } from "../../database/database.ts";
import { WORKER_KEY } from "./row-jobs.ts";

export interface WorkerHold {
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** `place`: the slot's folder and number on this machine, which no other process may use. */
export async function holdWorker(
  database: Pick<Database, "session">,
  about: LivingWorker,
  place: string,
): Promise<WorkerHold> {
  const session = await database.session();
  try {
    const [got] = await session.rows<{ ok: boolean }>(`select pg_try_advisory_lock(${WORKER_KEY}) as ok`, [about.name]);
    const [free] = await session.rows<{ ok: boolean }>(HOLD_PLACE, [`${about.host} ${place}`]);
    if (!got?.ok || !free?.ok) throw taken(about.name.replace(/#.*$/, ""));
    await session.rows(TELL, [about.name, JSON.stringify(about)]);
  } catch (error) {
    session.close();
    throw error;
  }
  return {
    lost: session.lost,
    async release() {
      // told first: the end of a connection is seen a moment later
      if (!session.lost.aborted) await session.rows(LET_GO, [about.name]).catch(() => undefined);
      session.close();
    },
  };
}

/** Does the work while nobody of that name can be alive; nothing where one is. A frozen one keeps its connection. */
export async function whileDead(
  database: Pick<Database, "together">,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  await database.together(async (inside) => {
    const [got] = await inside.rows<{ ok: boolean }>(`select pg_try_advisory_xact_lock(${WORKER_KEY}) as ok`, [name]);
    if (got?.ok) await work();
  });
}

const HOLD_PLACE = "select pg_try_advisory_lock(hashtextextended('iflow.place:' || $1, 0)) as ok";

/** Rows of workers that are gone go on the way. */
const TELL = `
with old as (delete from iflow.worker where name <> $1 and not exists (select 1 from pg_locks where pid = backend))
insert into iflow.worker (name, backend, about) values ($1, pg_backend_pid(), $2)
on conflict (name) do update set backend = excluded.backend, about = excluded.about`;

const LET_GO = `
with gone as (delete from iflow.worker where name = $1 and backend = pg_backend_pid())
select pg_advisory_unlock_all()`;

function taken(name: string): IflowError {
  return new IflowError("locked", `a worker of the name ${name} is at work already`, {
    fix: "iflow worker --name ANOTHER   (or end the other one; iflow workers says where it is)",
  });
}
