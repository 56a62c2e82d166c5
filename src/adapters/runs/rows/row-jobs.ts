// Jobs of a repository as rows: what everybody may look at and ask for.
import { isFeatureKey } from "../../../domain/feature/feature-key.ts";
import { isOver, JOB_STATES, type Job, JobFlagsSchema } from "../../../domain/team/job.ts";
import { LivingWorkerSchema } from "../../../domain/team/worker.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import type { Jobs } from "../../../ports/runs/jobs.ts";
import type { Database } from "../../database/database.ts";
import type { RowPlace } from "./row-run.ts";

export function createRowJobs({ database, repository }: RowPlace): Jobs {
  const newest = async (feature: string) => {
    const [row] = await database.rows<JobRow>(
      `select ${JOB_COLUMNS} from iflow.job where repository = $1 and feature = $2 order by number desc limit 1`,
      [repository, feature],
    );
    return row && toJob(row)[0];
  };
  return {
    of: newest,
    async all() {
      const rows = await database.rows<JobRow>(ALL, [repository]);
      return rows.flatMap(toJob);
    },
    async submit(feature, flags) {
      const rows = await database.rows(SUBMIT, [repository, feature, JSON.stringify(flags)]);
      return rows.length > 0 ? "submitted" : "open";
    },
    async cancel(feature) {
      const job = await newest(feature);
      if (job === undefined || isOver(job)) return undefined;
      const rows = await database.rows(CANCEL, [repository, feature, job.number]);
      return rows.length > 0 ? { ...job, state: "cancelled" } : undefined;
    },
    async resume(feature) {
      return (await database.rows(RESUME, [repository, feature])).length > 0;
    },
    workers: () => livingWorkers(database),
  };
}

export interface JobRow {
  readonly repository: string;
  readonly feature: string;
  readonly number: number;
  readonly flags: string;
  readonly state: string;
  readonly opening: number;
  readonly failed: number;
  readonly told: string | null;
  readonly worker: string | null;
  readonly version: string | null;
  readonly changed_at: Date;
}

export const JOB_COLUMNS =
  "repository, feature, number, flags, state, opening, failed, told, worker, version, changed_at";

/** Clients write rows with programs of their own: what is no job is none for anybody. */
export function toJob({ repository, feature, number, opening, failed, ...row }: JobRow): Job[] {
  const flags = JobFlagsSchema.safeParse(parseJson(row.flags)).data;
  const state = JOB_STATES.find((one) => one === row.state);
  if (flags === undefined || state === undefined || !isFeatureKey(feature)) return [];
  return [
    {
      ...{ repository, feature, number, opening, failed, flags, state },
      ...{ told: row.told ?? undefined, worker: row.worker ?? undefined, version: row.version ?? undefined },
      changedAt: row.changed_at.toISOString(),
    },
  ];
}

async function livingWorkers(database: Pick<Database, "rows">) {
  const rows = await database.rows<{ about: string }>(`select w.about from ${LIVING_WORKERS} order by w.name`);
  return rows.flatMap(({ about }) => LivingWorkerSchema.safeParse(parseJson(about)).data ?? []);
}

export const WORKER_KEY = "hashtextextended('iflow.worker:' || $1, 0)";

/** A worker is there as long as its connection holds its lock. A lock of one 64-bit key stands in pg_locks as two halves. */
export const LIVING_WORKERS = `iflow.worker w
join pg_locks l on l.pid = w.backend and l.locktype = 'advisory' and l.granted and l.objsubid = 1
  and l.database = (select oid from pg_database where datname = current_database())
  and ((l.classid::bigint << 32) | l.objid::bigint) = hashtextextended('iflow.worker:' || w.name, 0)`;

const ALL = `
select ${JOB_COLUMNS} from iflow.job j where repository = $1
  and number = (select max(number) from iflow.job where repository = j.repository and feature = j.feature)
order by feature`;

const SUBMIT = `
insert into iflow.job (repository, feature, number, flags, state)
select $1, $2, 1 + coalesce(max(number), 0), $3, 'due' from iflow.job where repository = $1 and feature = $2
on conflict do nothing returning number`;

const CANCEL = `
update iflow.job set state = 'cancelled', changed_at = clock_timestamp()
where repository = $1 and feature = $2 and number = $3 and state not in ('done', 'cancelled') returning number`;

const RESUME = `
update iflow.job set state = 'due', changed_at = clock_timestamp()
where repository = $1 and feature = $2 and state = 'stopped' returning number`;
