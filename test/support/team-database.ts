// A database of its own for each test file, with the tables of a team.
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { type Database, openDatabase } from "../../src/adapters/database/database.ts";
import { makeTables } from "../../src/adapters/database/schema.ts";

const HERE = [join(import.meta.dirname, "..", "..")];
let made = 0;

export async function teamDatabase(): Promise<{ readonly url: string; readonly database: Database }> {
  const { url, database } = await emptyDatabase();
  await makeTables(database);
  return { url, database };
}

/** Nobody has made the tables in it yet. */
export async function emptyDatabase(): Promise<{ readonly url: string; readonly database: Database }> {
  const name = `iflow_${process.pid}_${Date.now().toString(36)}_${++made}`;
  const server = await openDatabase({ url: inject("postgresUrl"), folders: HERE, connections: 1 });
  await server.rows(`create database ${name}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href, folders: HERE, connections: 40 });
  afterAll(async () => {
    await database.close();
    await server.rows(`drop database ${name} with (force)`);
    await server.close();
  });
  return { url: url.href, database };
}
