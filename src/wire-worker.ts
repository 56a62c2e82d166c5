// One slot of a worker, in the world: its lock, its queue, the clones it works in and the processes that work there.
import { hostname } from "node:os";
import { join } from "node:path";
import { openDatabase } from "./adapters/database/database.ts";
import { requireTables } from "./adapters/database/schema.ts";
import { type Clones, createClones } from "./adapters/git/published/clones.ts";
import { createRowRuns } from "./adapters/runs/row-runs.ts";
import { readStands } from "./adapters/runs/rows/feature-stands.ts";
import { createSessionRows } from "./adapters/runs/rows/session-rows.ts";
import { holdWorker, whileDead } from "./adapters/runs/rows/worker-hold.ts";
import { createWorkerRows } from "./adapters/runs/rows/worker-rows.ts";
import { openJobQueue } from "./adapters/team/job-queue.ts";
import { runOpening } from "./adapters/team/opening-process.ts";
import { watchJobs } from "./adapters/team/watch-jobs.ts";
import { wordsOfJob } from "./domain/team/job.ts";
import { type LivingWorker, WORKER_VERSION } from "./domain/team/worker.ts";
import type { Clock } from "./ports/clock.ts";
import type { TeamWorker } from "./ports/team-worker.ts";
import type { WorkerSetting } from "./ports/wiring.ts";
import { sessionFolder } from "./wire-agents.ts";

export interface WorkerPlace {
  readonly setting: WorkerSetting;
  readonly url: string;
  readonly folders: readonly string[];
  /** Where this worker keeps clones. */
  readonly folder: string;
  /** The program's own script, for processes of openings. */
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly about: Pick<LivingWorker, "iflow" | "pid">;
  readonly onTrouble: (text: string) => void;
}

export async function openWorker(place: WorkerPlace): Promise<TeamWorker> {
  const { setting, url, folders, folder, script, env, clock } = place;
  const { name, slots, repositories, words } = setting;
  const version = WORKER_VERSION;
  const names = repositories.map((one) => one.name);
  const database = await openDatabase({ url, folders });
  await requireTables(database);
  // a process that was killed and one that is started again are two
  const executor = `${name}#${place.about.pid}.${clock.now().getTime().toString(36)}`;
  const about = { ...place.about, ...{ name: executor, host: hostname(), slots, version, repositories: names } };
  const slot = join(folder, name);
  const hold = await holdWorker(database, { ...about, since: clock.now().toISOString() }, slot);
  const clones = new Map<string, Clones>(
    repositories.map(({ name: repository, origin }) => [repository, createClones({ folder, origin, repository, env })]),
  );
  const clonesOf = (repository: string) => {
    const found = clones.get(repository);
    if (found === undefined) throw new Error(`this worker does not work for ${repository}`);
    return found;
  };
  const standsOf = (repository: string, feature: string) => {
    const here = { host: hostname(), clone: folder, tree: folder };
    const rows = { database, repository };
    const runs = createRowRuns({ ...rows, mirror: join(folder, "runs"), gitDir: folder, here, clock });
    return readStands(rows, runs, feature);
  };
  const sessionsOf = (repository: string, feature: string, root: string) =>
    createSessionRows({ database, repository }, feature, sessionFolder(join(root, ".git")));
  const watch = watchJobs(database);
  return {
    lost: hold.lost,
    jobs: createWorkerRows({ database, repositories: names, worker: executor, version }),
    changed: (signal) => watch.changed(signal),
    openQueue: (work) =>
      openJobQueue({
        ...{ url, folders, executor, version, work, onTrouble: place.onTrouble },
        whileDead: (other, take) => whileDead(database, other, take),
      }),
    stands: ({ repository, feature }) => standsOf(repository, feature),

    async open({ repository, feature, flags }, signal) {
      const { root, settings, isNew } = await clonesOf(repository).prepare(feature);
      if (isNew) await sessionsOf(repository, feature, root).layOut();
      const mark = { IFLOW_TEAM_DB: url, IFLOW_TEAM_REPOSITORY: repository, IFLOW_WORKER: settings };
      const call = ["--json", "continue", feature, ...wordsOfJob(flags), ...words];
      const exit = await runOpening({ script, root, words: call, env: { ...env, ...mark }, signal });
      return { ...exit, stands: await standsOf(repository, feature) };
    },

    async forget({ repository, feature }) {
      await clonesOf(repository).forget(feature);
      await sessionsOf(repository, feature, folder).forget();
    },

    async close() {
      watch.close();
      await hold.release();
      await database.close();
    },
  };
}
