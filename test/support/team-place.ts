// A team on this machine: an origin, clones with homes of their own, and workers that are processes of their own.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type BuiltPlace, MAIN, type Roles, workplaceIn } from "./iflow.ts";
import { withLevels } from "./levels.ts";
import { FEATURE } from "./story.ts";
import { emptyDatabase } from "./team-database.ts";
import { repoAt, tempFolder, tempRepo } from "./temp-repo.ts";
import { until } from "./until.ts";

const IDENTITY =
  "[user]\n\tname = iflow test\n\temail = test@iflow.invalid\n[commit]\n\tgpgsign = false\n[gc]\n\tauto = 0\n";

export interface Member {
  readonly place: BuiltPlace;
  readonly env: Record<string, string>;
  iflow(...args: string[]): ReturnType<BuiltPlace["iflow"]>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into documents of many shapes
  json(...args: string[]): Promise<any>;
}

export interface WorkerProcess {
  readonly name: string;
  readonly home: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  said(): string;
}

export async function teamPlace(files?: Record<string, string>) {
  const { url, database } = await emptyDatabase();
  const first = await tempRepo(files);
  const origin = join(await tempFolder(), "origin.git");
  execFileSync("git", ["clone", "--quiet", "--bare", first.root, origin]);
  const homeOf = async () => {
    const home = await tempFolder();
    writeFileSync(join(home, ".gitconfig"), IDENTITY);
    mkdirSync(join(home, "state"));
    const own = { HOME: home, XDG_STATE_HOME: join(home, "state"), XDG_CONFIG_HOME: join(home, "config") };
    return { ...own, GIT_CONFIG_GLOBAL: join(home, ".gitconfig"), IFLOW_TEAM_DB: url };
  };
  const member = async (): Promise<Member> => {
    const root = join(await tempFolder(), "shop");
    execFileSync("git", ["clone", "--quiet", origin, root]);
    appendFileSync(join(root, ".git", "config"), IDENTITY);
    const place = workplaceIn(repoAt(root)).built;
    const env = await homeOf();
    const iflow = (...args: string[]) => place.iflowWith({ env }, ...args);
    const json = async (...args: string[]) => JSON.parse((await iflow("--json", ...args)).stdout);
    return { place, env, iflow, json };
  };
  /** Its agents follow the script. */
  const worker = async (name: string, roles: Roles, ...words: string[]): Promise<WorkerProcess> => {
    const env = await homeOf();
    const script = join(env.HOME, "script.json");
    writeFileSync(script, JSON.stringify({ roles: withLevels(roles) }));
    const agents = ["--runtime", "scripted", "--script", script];
    const child = spawn(process.execPath, [MAIN, "worker", origin, "--name", name, ...agents, ...words], {
      cwd: env.HOME,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    onTestFinished(async ({ task }) => {
      child.kill("SIGKILL");
      await ended;
      if (task.result?.state === "fail") console.error(`${name}:\n${text}`);
    });
    return { name, home: env.HOME, child, ended, said: () => text };
  };
  /** Until its newest job says so. */
  const untilJob = async (wanted: Partial<JobSeen>, feature = FEATURE): Promise<JobSeen> => {
    let job: JobSeen | undefined;
    const isSo = () => Object.entries(wanted).every(([name, value]) => job?.[name as keyof JobSeen] === value);
    await until(async () => {
      [job] = await database.rows<JobSeen>(NEWEST, [feature]);
      return job !== undefined && isSo();
    });
    return job as JobSeen;
  };
  return { url, database, origin, member, worker, untilJob };
}

export interface JobSeen {
  readonly state: string;
  readonly opening: number;
  readonly told: string | null;
  readonly worker: string | null;
}

const NEWEST = "select state, opening, told, worker from iflow.job where feature = $1 order by number desc limit 1";
