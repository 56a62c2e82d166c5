// A repository, a home with secrets and a folder outside, owned by one user, and a way to run a line there as that user.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { chmod, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { DEFAULT_CONFIG } from "../../src/domain/config/config.ts";
import type { InsideRequest, InsideResult } from "../support/sandbox-child.ts";
import { writeFiles } from "../support/temp-repo.ts";

/** Whom the lines run as; an ordinary user can only be taken on by root. */
export const USERS: readonly User[] =
  process.getuid?.() === 0 ? [{ name: "root" }, { name: "nobody", id: 65534 }] : [{ name: "this user" }];

export interface User {
  readonly name: string;
  readonly id?: number;
}

export const become = ({ id }: User): string[] =>
  id === undefined ? [] : ["setpriv", `--reuid=${id}`, `--regid=${id}`, "--clear-groups"];

const SECRETS = [
  ...[".ssh/id_ed25519", ".aws/credentials", ".gnupg/key", ".kube/config", ".docker/config.json", ".netrc", ".npmrc"],
  ...[".pypirc", ".git-credentials", ".config/gh/hosts.yml", ".config/gcloud/token", ".claude.json", ".claude/login"],
  ...[".codex/auth.json", ".config/iflow/config.json", ".local/state/iflow/trust", ".mozilla/cookies", "moved-aws"],
];

export interface Place {
  readonly base: string;
  readonly home: string;
  readonly outside: string;
  run(line: string, more?: Partial<InsideRequest>): Promise<InsideResult>;
  readonly request: Omit<InsideRequest, "line">;
}

export async function preparePlace(
  user: User,
  child: string,
  env: Record<string, string>,
  linked = false,
): Promise<Place> {
  const base = mkdtempSync("/tmp/iflow-escape-");
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  await chmod(base, 0o755);
  const [main, home, outside] = [join(base, "main"), join(base, "home"), join(base, "outside")];
  await writeFiles(main, { "README.md": "# Example\n", "iflow.config.json": "{}\n" });
  await writeFiles(home, Object.fromEntries(SECRETS.map((path) => [path, "SECRET\n"])));
  await writeFiles(outside, { there: "x\n" });
  await symlink(outside, join(main, "old-link"));
  const git = (...words: string[]) => execFileSync("git", words, { cwd: main, stdio: "pipe", encoding: "utf8" }).trim();
  git("init", "--quiet", "--template=");
  git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "--allow-empty", "--message", "start");
  await mkdir(join(main, ".git/hooks"));
  await writeFiles(join(main, ".git/iflow"), { journal: "SECRET\n" });
  if (linked) git("worktree", "add", "--quiet", join(base, "linked"));
  if (user.id !== undefined) execFileSync("chown", ["-R", `${user.id}:${user.id}`, base]);
  const root = linked ? join(base, "linked") : main;
  const commonDir = join(main, ".git");
  const gitDir = linked ? join(commonDir, "worktrees/linked") : commonDir;
  const variables = {
    ...{ PATH: process.env.PATH ?? "", HOME: home, OUTSIDE: outside, COMMON: commonDir, MY_API_KEY: "SECRET" },
    ...{ AWS_SHARED_CREDENTIALS_FILE: join(home, "moved-aws"), ...env },
  };
  const request = { root, env: variables, settings: DEFAULT_CONFIG.sandbox, git: { gitDir, commonDir } };
  return { base, home, outside, request, run: (line, more) => runAs(user, child, { ...request, line, ...more }) };
}

async function runAs(user: User, child: string, request: InsideRequest): Promise<InsideResult> {
  const result = await startAs(user, child, request).ended;
  if ("thrown" in result) throw new Error(result.thrown as string);
  return result;
}

export function startAs(user: User, child: string, request: InsideRequest) {
  const [program = "", ...words] = [...become(user), process.execPath, child];
  const started = spawn(program, words, { env: { PATH: process.env.PATH }, stdio: ["pipe", "pipe", "inherit"] });
  const ended = text(started.stdout).then((said) => JSON.parse(said));
  ended.catch(() => undefined); // one that is killed says nothing
  started.stdin.end(JSON.stringify(request));
  return { process: started, ended };
}
