// Requests to stop as rows: whoever works looks for one that names its process, wherever the one who asks is. Who works is
// told by the locks of features, which are gone with their holder.
import type { StopKind, Stops } from "../../../ports/runs/stops.ts";
import { isAlive } from "../processes/locks.ts";
import { type ProcessIdentity, selfIdentity } from "../processes/processes.ts";
import { livingHolders } from "./feature-locks.ts";
import type { RowPlace } from "./row-run.ts";

const LOOK_MS = 500;

export function createRowStops(place: RowPlace, self: () => Promise<ProcessIdentity> = selfIdentity): Stops {
  const { database, repository } = place;
  const kindOf = async (process: ProcessIdentity): Promise<StopKind | undefined> => {
    const [row] = await database.rows<{ kind: string }>(READ, [repository, nameOf(process)]);
    return row?.kind === "safe" || row?.kind === "now" ? row.kind : undefined;
  };
  const remove = async (process: ProcessIdentity) => {
    await database.rows(REMOVE, [repository, nameOf(process)]);
  };
  const asked = async () => kindOf(await self());
  return {
    movers: () => livingHolders(place),
    async ask(mover, kind) {
      await database.rows(ASK, [repository, nameOf(mover), kind]);
    },
    async stateOf(mover) {
      if ((await kindOf(mover)) === undefined) return "taken";
      return (await isAlive(mover, await self())) ? "asked" : "gone";
    },
    withdraw: remove,
    asked,
    take: async () => remove(await self()),
    listen: (onAsked) => listen(asked, onAsked),
  };
}

/** A pid that is used again, another boot or another host is never meant. */
function nameOf({ host, bootId, pid, startTime }: ProcessIdentity): string {
  return `${host} ${bootId} ${pid} ${startTime}`;
}

function listen(asked: Stops["asked"], onAsked: (kind: StopKind) => void): () => void {
  let told: StopKind | undefined;
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return; // a slow database is not asked twice
    isLooking = true;
    const kind = await asked().catch(() => undefined);
    isLooking = false;
    if (kind === undefined || kind === told || told === "now") return;
    told = kind;
    onAsked(kind);
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

const READ = "select kind from iflow.stop where repository = $1 and process = $2";

const REMOVE = "delete from iflow.stop where repository = $1 and process = $2";

/** What processes that are gone have left is removed on the way. */
const ASK = `
with old as (delete from iflow.stop where repository = $1 and at < clock_timestamp() - interval '1 day' and process <> $2)
insert into iflow.stop (repository, process, kind) values ($1, $2, $3)
on conflict (repository, process) do update set kind = excluded.kind, at = clock_timestamp()`;
