// A worker's side of jobs: which are to be queued, and what became of an opening. Every change names the opening it is about, so
// one that was begun again elsewhere is not undone by a late word of its first worker.
import type { Opening } from "../../../domain/team/job.ts";
import type { WorkerJobs } from "../../../ports/team-worker.ts";
import type { Database } from "../../database/database.ts";
import { JOB_COLUMNS, type JobRow, LIVING_WORKERS, toJob } from "./row-jobs.ts";

export interface WorkerRowsOptions {
  readonly database: Pick<Database, "rows">;
  readonly repositories: readonly string[];
  /** This slot. */
  readonly worker: string;
  readonly version: string;
}

export function createWorkerRows({ database, repositories, worker, version }: WorkerRowsOptions): WorkerJobs {
  const keyOf = ({ repository, feature, job, opening }: Opening) => [repository, feature, job, opening];
  return {
    async wake() {
      await database.rows(WAKE, [repositories]);
    },
    async due() {
      return (await database.rows<JobRow>(DUE, [repositories, version])).flatMap(toJob);
    },
    async queued(opening) {
      await database.rows(QUEUED, [...keyOf(opening), version]);
    },
    async begin(opening) {
      const [row] = await database.rows<JobRow>(BEGIN, [...keyOf(opening), worker]);
      return row && toJob(row)[0];
    },
    async settle(opening, { state, told, waits, until, failed }) {
      await database.rows(SETTLE, [...keyOf(opening), state, told ?? null, waits, until ?? null, failed]);
    },
    async isCancelled({ repository, feature, job }) {
      const [row] = await database.rows(CANCELLED, [repository, feature, job]);
      return row !== undefined;
    },
  };
}

const WAKE = `
update iflow.job j set state = 'due', changed_at = clock_timestamp()
where repository = any($1) and state = 'waiting' and (
  until <= clock_timestamp() or waits <> '{}' and not exists (
    select 1 from unnest(waits) wanted (id) where not exists (
      select 1 from iflow.answer a
      where a.repository = j.repository and a.question = wanted.id and starts_with(a.run, j.feature || '.'))))`;

/** Also what waits in the queue for a version of which nobody is left, and what nobody has begun again long after its worker died. */
const DUE = `
select ${JOB_COLUMNS} from iflow.job where repository = any($1) and (
  state = 'due' and (failed = 0 or changed_at < clock_timestamp() - make_interval(secs => least(60, 2 ^ failed)))
  or state = 'working' and changed_at < clock_timestamp() - interval '2 minutes'
    and worker not in (select w.name from ${LIVING_WORKERS})
  or state = 'queued' and version <> $2 and version not in (select w.about::json ->> 'version' from ${LIVING_WORKERS}))
order by changed_at`;

const ONE = "repository = $1 and feature = $2 and number = $3";

const QUEUED = `
update iflow.job set state = 'queued', opening = $4, version = $5, waits = '{}', until = null, changed_at = clock_timestamp()
where ${ONE} and opening = $4 - 1 and state in ('due', 'queued', 'working')`;

const BEGIN = `
update iflow.job set state = 'working', opening = $4, worker = $5, changed_at = clock_timestamp()
where ${ONE} and opening in ($4, $4 - 1) and state in ('due', 'queued', 'working') returning ${JOB_COLUMNS}`;

const SETTLE = `
update iflow.job set state = $5, told = $6, waits = $7, until = $8, changed_at = clock_timestamp(),
  failed = case when $9 then failed + 1 else 0 end
where ${ONE} and opening = $4 and state = 'working'`;

const CANCELLED = `select 1 from iflow.job where ${ONE} and state = 'cancelled'`;
