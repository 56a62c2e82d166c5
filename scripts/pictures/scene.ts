// Two repositories with features in every state that a page shows, made by the built command and scripted agents.
import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { EARLIER_KNOWLEDGE } from "../../examples/demo/next-feature.ts";
import { REPOSITORY } from "../../examples/demo/repository.ts";
import { SCRIPT as DEMO, IDEA } from "../../examples/demo/story.ts";
import type { Roles } from "../../examples/demo/turns.ts";
import { SHOP } from "../../examples/first-feature/shop.ts";
import { SCRIPT as FIRST, IDEA as FREE_SHIPPING, PHASES } from "../../examples/first-feature/story.ts";
import { ARGUED, AT_WORK, TOO_DEAR } from "./stories.ts";

const run = promisify(execFile);

export interface Scene {
  readonly login: string;
  readonly shop: string;
  readonly env: NodeJS.ProcessEnv;
  /** What is at work ends. */
  readonly end: () => void;
}

/** `main`: the built command. */
export async function makeScene(home: string, main: string): Promise<Scene> {
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "state"), GIT_CONFIG_GLOBAL: "/dev/null" };
  const [login, shop] = [join(home, "login"), join(home, "shop")];
  makeRepository(login, { ...REPOSITORY, ...EARLIER_KNOWLEDGE });
  makeRepository(shop, { ...SHOP, "iflow.config.json": JSON.stringify({ checks: { test: "node --test" } }) });
  const iflow = async (cwd: string, wanted: number, ...args: string[]) => {
    const ended = await run(process.execPath, [main, ...args], { cwd, env }).catch((error) => error);
    const code = ended.code ?? 0;
    if (code !== wanted) throw new Error(`iflow ${args.join(" ")}: ${code}\n${ended.stderr}`);
  };
  const script = (name: string, roles: Roles) => {
    const path = join(home, `${name}.json`);
    writeFileSync(path, JSON.stringify({ roles: paced(roles) }));
    return ["--runtime", "scripted", "--script", path];
  };
  for (const root of [login, shop]) await iflow(root, 0, "trust", "--yes");

  // merged, with two refused rounds behind it
  await iflow(shop, 0, "run", FREE_SHIPPING, "--phases", PHASES, "--yolo", ...script("first", FIRST.roles));
  // through all phases, up to the question how it should end
  await iflow(login, 0, "run", IDEA, "--yolo", "--worktree", "--until", "implement", ...script("demo", DEMO.roles));
  await iflow(login, 4, "finish-feature", "--feature", "1", ...script("demo", DEMO.roles));

  const feature = (idea: string) => iflow(shop, 0, "create-feature", idea, "--worktree");
  await feature("export orders as csv");
  await iflow(shop, 4, "specify", "--feature", "2", ...script("argued", ARGUED));
  for (const id of ["002.1", "002.2", "002.3"]) await iflow(shop, 0, "answer", id, "from-description");
  await iflow(shop, 4, "continue", "2");
  await feature("invoice numbers without gaps");
  const limits = ["--max-dispatches", "2", "--max-cost", "1"];
  await iflow(shop, 6, "specify", "--feature", "3", "--yolo", ...limits, ...script("dear", TOO_DEAR));
  await feature("captcha after 3 tries");
  await iflow(shop, 0, "abandon", "4", "--yes");
  await feature("remind of abandoned carts");
  await iflow(shop, 4, "specify", "--feature", "5", ...script("begun", TOO_DEAR));
  await feature("search by customer name");
  const words = ["run", "search by customer name", "--feature", "6", "--phases", "specify,implement,finish", "--yolo"];
  const atWork = spawn(process.execPath, [main, ...words, ...script("at-work", AT_WORK)], {
    ...{ cwd: shop, env, stdio: "ignore" },
  });
  while (!isAsked(shop, "security-reviewer")) await sleep(200);
  return { login, shop, env, end: () => atWork.kill("SIGINT") };
}

/** Whether that reviewer has the code of the last feature. */
function isAsked(shop: string, role: string): boolean {
  const dispatches = join(shop, ".git", "iflow", "runs", "006-search-by-customer-name.implement.2", "dispatches");
  return existsSync(dispatches) && readdirSync(dispatches).some((name) => name.includes(role));
}

/** Agents that take their time, so that there is something to see on a time line. */
function paced(roles: Roles): Roles {
  const turns = (role: string, all: Roles[string]) =>
    all.map((turn, at) => ({ delayMs: 100 * ((role.length % 7) + (at === 0 ? 9 : 3)), ...turn }));
  return Object.fromEntries(Object.entries(roles).map(([role, all]) => [role, turns(role, all)]));
}

function makeRepository(root: string, files: Readonly<Record<string, string>>): void {
  rmSync(root, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root });
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "Ana");
  git("config", "user.email", "ana@example.invalid");
  git("add", "--all");
  git("commit", "--quiet", "--message", "start");
}
