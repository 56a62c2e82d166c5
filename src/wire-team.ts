// A team's database, where one is set: opened once in a process, however many work trees and calls there are. Otherwise nothing is
// connected, and `pg` is not loaded; our own few files are there, because one that is loaded alone splits the bundle around it.
import type { Database } from "./adapters/database/database.ts";
import { readTeam } from "./adapters/files/read-team.ts";
import { originOf } from "./adapters/git/checkout/origin.ts";
import { createRowStores } from "./adapters/runs/row-stores.ts";
import { placeOfAddress, repositoryName, requireAddress } from "./domain/config/team-settings.ts";
import { IflowError } from "./domain/text/errors.ts";
import type { Clock } from "./ports/clock.ts";
import type { Repository } from "./ports/git/repository.ts";
import type { Ports } from "./ports/ports.ts";
import type { Trust } from "./ports/trust.ts";
import type { TeamLook, Wiring } from "./ports/wiring.ts";

type Here = Pick<Repository, "root" | "commonDir" | "gitDir">;

export interface Teams extends Pick<Wiring, "teamHere" | "makeTeam" | "letIn"> {
  /** Stores that take the place of those of one machine; undefined where there is no team. */
  storesFor(here: Here): Promise<Pick<Ports, "runs" | "archive" | "feed" | "stops" | "team"> | undefined>;
  /** A repository in which no database counts, whatever is set: it is nobody's. */
  leaveOut(root: string): void;
}

export interface TeamsWorld {
  readonly env: NodeJS.ProcessEnv;
  readonly trust: Trust;
  readonly clock: Clock;
  /** Where the package `pg` may be installed. */
  readonly folders: readonly string[];
}

export function createTeams({ env, trust, clock, folders }: TeamsWorld): Teams {
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
    leaveOut: (root) => void leftOut.add(root),

    async storesFor(here) {
      const team = await settingsOf(here);
      if (!team) return undefined;
      const { root, commonDir, gitDir } = here;
      const database = await databaseAt(team.url);
      return createRowStores({ database, repository: team.repository, root, commonDir, gitDir, clock });
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
        return { isNew: await makeTables(database), place: placeOfAddress(url) };
      }),

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

async function openLazily(url: string, folders: readonly string[]): Promise<Database> {
  const { createTeamDatabase } = await import("./adapters/database/team-database.ts");
  return createTeamDatabase({ url, folders });
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
