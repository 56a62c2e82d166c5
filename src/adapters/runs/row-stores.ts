// Everything that a team keeps in its database instead of in the repository of one machine.
import { hostname } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../ports/clock.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Database } from "../database/database.ts";
import { createRowRuns } from "./row-runs.ts";
import { createRowFeed } from "./rows/feed/row-feed.ts";
import type { PublisherOf } from "./rows/open-run.ts";
import { createRowArchive } from "./rows/row-archive.ts";
import { createRowJobs } from "./rows/row-jobs.ts";
import { createRowStops } from "./rows/row-stops.ts";
import { createRowTeam } from "./rows/row-team.ts";

export interface RowStoresPlace {
  readonly database: Database;
  /** What the team calls the repository. */
  readonly repository: string;
  readonly commonDir: string;
  readonly gitDir: string;
  readonly root: string;
  readonly clock: Clock;
  readonly publisherOf?: PublisherOf | undefined;
}

export function createRowStores(
  options: RowStoresPlace,
): Pick<Ports, "runs" | "archive" | "feed" | "stops" | "jobs"> & Required<Pick<Ports, "team">> {
  const { database, repository, commonDir, root } = options;
  const here = { host: hostname(), clone: commonDir, tree: root };
  const place = { database, repository, mirror: join(commonDir, "iflow", "team") };
  return {
    runs: createRowRuns({ ...options, ...place, here }),
    archive: createRowArchive({ ...place, sessions: join(commonDir, "iflow", "sessions") }),
    feed: createRowFeed(place),
    stops: createRowStops(place),
    team: createRowTeam(place, here),
    // what a worker carries out is the job itself
    ...(options.publisherOf === undefined && { jobs: createRowJobs(place) }),
  };
}
