// A team's database, where one is set: opened once in a process, however many work trees and calls there are. Otherwise nothing is
// connected, and `pg` is not loaded; our own few files are there, because one that is loaded alone splits the bundle around it.
import { hostname } from "node:os";
import { join } from "node:path";
import type { Database } from "./adapters/database/database.ts";
import { stateFolder } from "./adapters/files/open-trust.ts";
import { readTeam } from "./adapters/files/read-team.ts";
import { originOf } from "./adapters/git/checkout/origin.ts";
import type { Slots } from "./adapters/runs/processes/slots.ts";
import { createRowStores } from "./adapters/runs/row-stores.ts";
import { createSessionRows, type SessionRows } from "./adapters/runs/rows/session-rows.ts";
import { startSlot } from "./adapters/team/start-slot.ts";
import { placeOfAddress, repositoryName, requireAddress } from "./domain/config/team-settings.ts";
import { branchOf } from "./domain/feature/feature-key.ts";
import { IflowError } from "./domain/text/errors.ts";
import type { Clock } from "./ports/clock.ts";
import type { Repository } from "./ports/git/repository.ts";
import type { Ports } from "./ports/ports.ts";
import type { Trust } from "./ports/trust.ts";
import type { TeamLook, Wiring } from "./ports/wiring.ts";
import { sessionFolder } from "./wire-agents.ts";

type Here = Pick<Repository, "root" | "commonDir" | "gitDir">;

export interface Teams
  extends Pick<
    Wiring,
    "teamHere" | "makeTeam" | "letIn" | "openWorker" | "startSlot" | "publishWork" | "hostName" | "originOf"
  > {
  /** Stores that take the place of those of one machine; undefined where there is no team. */
  storesFor(here: Here): Promise<Pick<Ports, "runs" | "archive" | "feed" | "stops" | "team" | "jobs"> | undefined>;
  /** Places of agents that all workers share. */
  slots(): Promise<Slots | undefined>;
  /** A repository in which no database counts, whatever is set: it is nobody's. */
  leaveOut(root: string): void;
}

export interface TeamsWorld {
  readonly env: NodeJS.ProcessEnv;
  readonly trust: Trust;
  readonly clock: Clock;
  /** Where the packages `pg` and `@dbos-inc/dbos-sdk` may be installed. */
  readonly folders: readonly string[];
  readonly version: string;
  /** The program's own file, which node starts again for a worker's slots and openings. */
  readonly script: string;
}

export function createTeams({ env, trust, clock, folders, version, script }: TeamsWorld): Teams {
  const databases = new Map<string, Promise<Database>>();
  const leftOut = new Set<string>();
  const databaseAt = (url: string) => {
    const known = databases.get(url) ?? openLazily(url, folders);
    databases.set(url, known);
    return known;
  };
  const settingsOf = async (here: Here) => {
    if (leftOut.has(here.root)) return undefined;
    const team = await readTeam(here, env, trust);
    return team && { url: team.db, repository: team.repository ?? (await nameOf(here.root, env)) };
  };
  /** As the owner: what is given, not what is set. */
  const asOwner = async <T>(url: string, work: (database: Database) => Promise<T>): Promise<T> => {
    requireAddress(url);
    const { openDatabase } = await import("./adapters/database/database.ts");
    const database = await openDatabase({ url, folders, connections: 1 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  return {
    async slots() {
      if (env.IFLOW_TEAM_DB === undefined) return undefined;
      const { createRowSlots } = await import("./adapters/runs/rows/row-slots.ts");
      return createRowSlots(await databaseAt(env.IFLOW_TEAM_DB));
    },

    leaveOut: (root) => void leftOut.add(root),

    async storesFor(here) {
      const team = await settingsOf(here);
      if (!team) return undefined;
      const { root, commonDir, gitDir } = here;
      const database = await databaseAt(team.url);
      const place = { database, repository: team.repository, root, commonDir, gitDir, clock };
      const sessionsOf = (feature: string) => createSessionRows(place, feature, sessionFolder(commonDir));
      return createRowStores({
        ...place,
        ...(env.IFLOW_WORKER !== undefined && { publisherOf: publisherIn(root, env, sessionsOf) }),
      });
    },

    async teamHere(here): Promise<TeamLook | undefined> {
      const team = await settingsOf(here);
      if (!team) return undefined;
      const database = await databaseAt(team.url);
      return {
        place: placeOfAddress(team.url),
        repository: team.repository,
        reach: async () => {
          await database.rows("select 1");
        },
      };
    },

    makeTeam: (url) =>
      asOwner(url, async (database) => {
        const { makeTables } = await import("./adapters/database/schema.ts");
        const { makeQueue } = await import("./adapters/team/make-queue.ts");
        const isNew = await makeTables(database);
        return { isNew, hasQueue: await makeQueue(url, folders), place: placeOfAddress(url) };
      }),

    async openWorker(url, setting, onTrouble) {
      requireAddress(url);
      const { openWorker } = await import("./wire-worker.ts");
      const folder = join(requireStateFolder(env), setting.name.replace(/\/\d+$/, ""));
      const about = { iflow: version, pid: process.pid };
      return openWorker({ setting, url, folders, folder, script, env, clock, about, onTrouble });
    },

    startSlot: (url, words, onLine) => startSlot({ script, env: { ...env, IFLOW_TEAM_DB: url } }, words, onLine),
    hostName: hostname(),
    originOf: (root) => originOf(root, env),

    async publishWork(root, feature) {
      const { openWorkPublisher } = await import("./adapters/git/published/publish-work.ts");
      await (await openWorkPublisher(root, { feature, branch: branchOf(feature) }, env)).publish();
    },

    letIn: (url, { role, as, repository }) =>
      asOwner(url, async (database) => {
        const [{ requireTables }, { letIn }] = await Promise.all([
          import("./adapters/database/schema.ts"),
          import("./adapters/database/roles.ts"),
        ]);
        await requireTables(database);
        await letIn(database, role, as, repository);
      }),
  };
}

/** In a worker's clone: one for each feature, so that what is sent once is not sent again. */
function publisherIn(root: string, env: NodeJS.ProcessEnv, sessionsOf: (feature: string) => SessionRows) {
  return async (feature: string) => {
    const alsoSend = sessionsOf(feature).send;
    const { openWorkPublisher } = await import("./adapters/git/published/publish-work.ts");
    return (await openWorkPublisher(root, { feature, alsoSend }, env)).publish;
  };
}

async function openLazily(url: string, folders: readonly string[]): Promise<Database> {
  const { createTeamDatabase } = await import("./adapters/database/team-database.ts");
  return createTeamDatabase({ url, folders });
}

function requireStateFolder(env: NodeJS.ProcessEnv): string {
  const folder = stateFolder(env, "worker");
  if (folder !== undefined) return folder;
  throw new IflowError("usage", "there is no home in which a worker could keep its clones", {
    fix: "set HOME or XDG_STATE_HOME",
  });
}

async function nameOf(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const origin = await originOf(root, env);
  const name = origin === undefined ? undefined : repositoryName(origin);
  if (name !== undefined) return name;
  const what = origin === undefined ? "it has no remote origin" : "its origin says something on this machine only";
  throw new IflowError("config-invalid", `this repository has no name in the team's database: ${what}`, {
    fix: "Set team.repository to the name that your team uses for it   (or IFLOW_TEAM_REPOSITORY)",
  });
}
