// A team's PostgreSQL: rows for a query, and sessions of its own for those who hold something as long as they live. What
// goes wrong on the way is told with what to do; a password is in no message.
import { IflowError } from "../../domain/text/errors.ts";
import { loadPg, type PgClient, type PgPool } from "./pg.ts";

export interface Database {
  /** One statement. It is whole or not at all. */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** All statements of the work in one transaction. */
  together<T>(work: (inside: Pick<Database, "rows">) => Promise<T>): Promise<T>;
  /** A connection that is held until it is closed; what it has locked is free then, also when it is cut. */
  session(): Promise<DatabaseSession>;
  /** Calls back with what is told on this channel, on a connection of its own, until it is closed or lost. */
  listen(channel: string, heard: (told: string) => void): Promise<Listening>;
  close(): Promise<void>;
}

export interface DatabaseSession extends Pick<Database, "rows"> {
  /** Aborts when the connection is gone, and with it everything it held. */
  readonly lost: AbortSignal;
  close(): void;
}

export type Listening = Omit<DatabaseSession, "rows">;

export interface DatabaseOptions {
  /** `postgresql://user:password@host:5432/name` */
  readonly url: string;
  /** Where the package `pg` may be installed. */
  readonly folders: readonly string[];
  /** Connections at a time; sessions count. */
  readonly connections?: number;
}

const CONNECTIONS = 8;
const PATIENCE_MS = 10_000;

export async function openDatabase({ url, folders, connections = CONNECTIONS }: DatabaseOptions): Promise<Database> {
  const { Pool } = await loadPg(folders);
  const pool = new Pool({
    ...{ connectionString: url, max: connections, application_name: "iflow", keepAlive: true, allowExitOnIdle: true },
    connectionTimeoutMillis: PATIENCE_MS,
  });
  pool.on("error", () => undefined); // a connection that rested was cut; the next query gets another one
  const asked = <T>(work: Promise<T>) => work.catch((error) => Promise.reject(readableError(error, url)));
  return {
    rows: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await asked(pool.query(text, values))).rows as readonly Row[],
    together: (work) => asked(inTransaction(pool, work)),
    session: async () => createSession(await asked(pool.connect()), asked),
    async listen(channel, heard) {
      const client = await asked(pool.connect());
      client.on("notification", ({ payload = "" }) => heard(payload));
      const session = createSession(client, asked);
      try {
        await session.rows(`listen "${channel}"`);
        return session;
      } catch (error) {
        session.close();
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

async function inTransaction<T>(pool: PgPool, work: (inside: Pick<Database, "rows">) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isWhole = false;
  try {
    await client.query("begin");
    const result = await work({
      rows: async <Row>(text: string, values: readonly unknown[] = []) =>
        (await client.query(text, values)).rows as readonly Row[],
    });
    await client.query("commit");
    isWhole = true;
    return result;
  } catch (error) {
    isWhole = await client.query("rollback").then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!isWhole);
  }
}

function createSession(client: PgClient, asked: <T>(work: Promise<T>) => Promise<T>): DatabaseSession {
  const lost = new AbortController();
  let isClosed = false;
  const lose = () => !isClosed && lost.abort();
  client.on("error", lose);
  client.on("end", lose);
  return {
    lost: lost.signal,
    rows: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await asked(client.query(text, values))).rows as readonly Row[],
    close() {
      if (isClosed) return;
      isClosed = true;
      client.release(true); // the connection goes, and what it held with it
    },
  };
}

/** Of the server or of the way to it; the address without user and password. */
function readableError(error: unknown, url: string): unknown {
  const code = codeOf(error);
  if (error instanceof IflowError || code === undefined) return error;
  const place = placeOf(url);
  const reason = error instanceof Error ? error.message.replaceAll(url, place) : code;
  const isAway = /^(E[A-Z]+|57P0[123]|08...)$/.test(code);
  if (isAway || /terminated|timeout/i.test(reason)) {
    return new IflowError("disk-failed", `the team's database at ${place} cannot be reached: ${reason}`, {
      fix: "Look whether it runs and is reached from here, then repeat the command: everything recorded is kept.",
      cause: error,
    });
  }
  if (/^28/.test(code) || code === "3D000") {
    return new IflowError("usage", `the team's database at ${place} refuses: ${reason}`, {
      fix: "Correct user, password or name in the address of the database.",
    });
  }
  if (code === "42501") {
    return new IflowError("usage", `this role may not do that in the team's database: ${reason}`, {
      fix: "Use the address that was made for what you do: owner, worker or client.",
    });
  }
  return error;
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error && /timeout|terminated/i.test(error.message) ? "08000" : undefined;
}

function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return "that address";
  }
}
