// Who works on a feature, on whichever machine. The lock is held by a connection and gone with it; the row beside it says
// whose it is.
import * as z from "zod";
import { pidWords } from "../../../domain/run/pid-words.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import type { RunOwner } from "../../../ports/runs/runs.ts";
import type { Mover } from "../../../ports/runs/stops.ts";
import { ago } from "../processes/locks.ts";
import type { ProcessIdentity } from "../processes/processes.ts";
import type { RowPlace } from "./row-run.ts";

export interface HeldFeature {
  /** Aborts when the connection is gone, and the lock with it: whoever has it now works on the feature. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

export type HolderRequest = ProcessIdentity & z.infer<typeof OwnerSchema>;

const OwnerSchema = z.looseObject({ pid: z.int(), host: z.string(), command: z.string(), at: z.string() });

const MoverSchema = OwnerSchema.extend({ feature: z.string(), startTime: z.string(), bootId: z.string() });

export async function holdFeature(place: RowPlace, feature: string, request: HolderRequest): Promise<HeldFeature> {
  const session = await place.database.session();
  const { repository } = place;
  try {
    const [got] = await session.rows<{ ok: boolean }>(`select pg_try_advisory_lock(${KEY}) as ok`, [
      repository,
      feature,
    ]);
    if (!got?.ok) throw composeHeld(feature, await featureOwner(place, feature), request);
    await session.rows(HOLD, [repository, feature, JSON.stringify(request)]);
  } catch (error) {
    session.close();
    throw error;
  }
  return {
    lost: session.lost,
    async release() {
      // told to the server first: the end of a connection is seen a moment later
      if (!session.lost.aborted) await session.rows(LET_GO, [repository, feature]).catch(() => undefined);
      session.close();
    },
  };
}

/** Undefined when no living connection holds it. */
export async function featureOwner(
  { database, repository }: RowPlace,
  feature: string,
): Promise<(RunOwner & { readonly host: string }) | undefined> {
  const [row] = await database.rows<{ owner: string }>(OWNER, [repository, feature]);
  return row && OwnerSchema.safeParse(parseJson(row.owner)).data;
}

/** Everybody who holds a feature of the repository now. */
export async function livingHolders({ database, repository }: RowPlace): Promise<Mover[]> {
  const rows = await database.rows<{ owner: string }>(`${HOLDERS} where h.repository = $1 order by h.feature`, [
    repository,
  ]);
  return rows.flatMap(({ owner }) => MoverSchema.safeParse(parseJson(owner)).data ?? []);
}

const KEY = "hashtextextended('iflow.feature:' || $1 || ':' || $2, 0)";

const HOLD = `
insert into iflow.holder (repository, feature, backend, owner) values ($1, $2, pg_backend_pid(), $3)
on conflict (repository, feature) do update set backend = excluded.backend, owner = excluded.owner`;

const LET_GO = `
with gone as (delete from iflow.holder where repository = $1 and feature = $2 and backend = pg_backend_pid())
select pg_advisory_unlock(${KEY})`;

/** A lock of one 64-bit key stands in pg_locks as two halves. */
const HOLDERS = `
select h.owner from iflow.holder h
join pg_locks l on l.pid = h.backend and l.locktype = 'advisory' and l.granted and l.objsubid = 1
  and l.database = (select oid from pg_database where datname = current_database())
  and ((l.classid::bigint << 32) | l.objid::bigint) =
    hashtextextended('iflow.feature:' || h.repository || ':' || h.feature, 0)`;

const OWNER = `${HOLDERS} where h.repository = $1 and h.feature = $2`;

function composeHeld(feature: string, owner: RunOwner | undefined, self: HolderRequest): IflowError {
  const here = owner?.host === self.host;
  const who =
    owner === undefined
      ? ""
      : ` (process ${pidWords(here ? { pid: owner.pid } : owner)}, begun ${ago(owner.at, self.at)})`;
  return new IflowError("locked", `feature ${feature} is being worked on by another iflow${who}`, {
    fix: `Wait until it has finished, or end it: iflow stop ${feature}`,
  });
}
