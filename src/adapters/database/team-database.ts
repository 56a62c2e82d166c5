// A team's database as commands need it: the connection is made when something is asked for the first time, so a command that
// needs no runs works while the database is away. A database without our tables, or with others, is refused.
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { requireTables } from "./schema.ts";

export function createTeamDatabase(options: DatabaseOptions): Database {
  let opened: Promise<Database> | undefined;
  const open = () => {
    opened ??= openWithTables(options).catch((error) => {
      opened = undefined; // a server that stays may find it later
      throw error;
    });
    return opened;
  };
  return {
    rows: async (text, values) => (await open()).rows(text, values),
    together: async (work) => (await open()).together(work),
    session: async () => (await open()).session(),
    listen: async (channel, heard) => (await open()).listen(channel, heard),
    close: async () => {
      const database = await opened?.catch(() => undefined);
      opened = undefined;
      await database?.close();
    },
  };
}

async function openWithTables(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  try {
    await requireTables(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
