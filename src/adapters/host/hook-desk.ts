// The desk for a hook. It finds the repository by its files, because starting git would cost more than all the rest.
import { createHash } from "node:crypto";
import { appendFile, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { parseJson } from "../../domain/text/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HookDesk } from "../../ports/hook-desk.ts";
import {
  ATTEMPTS,
  appendLine,
  createFile,
  evidenceName,
  ordersFolder,
  readDriving,
  readNames,
  readText,
  writeDriving,
} from "./desk-files.ts";
import { readWaitingRuns } from "./waiting-runs.ts";

/** Undefined outside a repository. */
export async function openHookDesk(cwd: string, clock: Clock): Promise<HookDesk | undefined> {
  const place = await findRepository(await locate(resolve(cwd)));
  if (!place) return undefined;
  const { root, commonDir } = place;
  const home = join(commonDir, "iflow");
  const runsFolder = join(home, "runs");
  const now = () => clock.now().toISOString();
  const config = parseJson(await readText(join(root, "iflow.config.json"))) as { artifactsRoot?: string } | undefined;
  const artifactsRoot = config?.artifactsRoot ?? "docs";
  return {
    root,
    runsFolder,
    artifactsRoot,
    now,
    isUsed: async () => (await exists(home)) || exists(join(root, artifactsRoot, "features")),
    openRuns: () => readWaitingRuns(runsFolder),
    activeFeatures: () => readActive(join(root, artifactsRoot, "features")),
    agentsOf: async (run) => {
      const names = await readNames(ordersFolder(runsFolder, run));
      return names.flatMap((name) => /^\d+-(.+)\.(?:evidence|refused)\.json$/.exec(name)?.[1] ?? []);
    },
    hash: async (path) => {
      const bytes = await readFile(path).catch(() => undefined);
      return bytes === undefined ? null : createHash("sha256").update(bytes).digest("hex");
    },
    read: readText,
    locate,
    leaveEvidence: async (run, number, evidence) => {
      const content = `${JSON.stringify(evidence, null, 2)}\n`;
      await createFile(ordersFolder(runsFolder, run), evidenceName(number, evidence.agent), content);
    },
    noteAttempt: (run, what) => appendLine(ordersFolder(runsFolder, run), ATTEMPTS, { at: now(), what }),
    leaveAnswer: (run, question, answer) =>
      createFile(join(runsFolder, run, "answers"), `${question}.json`, `${JSON.stringify({ answer, at: now() })}\n`),
    drivingSession: async () => (await readDriving(home)).session,
    setDriving: (session, typed) => writeDriving(home, { session, typed }),
    forgetTyped: async () => {
      const { session, typed } = await readDriving(home);
      if (typed !== undefined) await writeDriving(home, { ...(session !== undefined && { session }) });
    },
    log: async (line) => {
      if (await exists(home)) await appendFile(join(home, "hook.log"), `${now()} ${line}\n`);
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Resolves every symlink in the part of the path that exists: git, too, uses the real path. */
async function locate(path: string): Promise<string> {
  const found = await realpath(path).catch(() => undefined);
  if (found !== undefined || dirname(path) === path) return found ?? path;
  return join(await locate(dirname(path)), basename(path));
}

async function findRepository(
  from: string,
): Promise<{ readonly root: string; readonly commonDir: string } | undefined> {
  for (let root = from; ; root = dirname(root)) {
    const git = join(root, ".git");
    const found = await stat(git).catch(() => undefined);
    if (found?.isDirectory()) return { root, commonDir: git };
    if (found) return linkedTree(root, git);
    if (dirname(root) === root) return undefined;
  }
}

/** A worktree: `.git` is a file that names the worktree's git directory, which in turn names the common one. */
async function linkedTree(
  root: string,
  file: string,
): Promise<{ readonly root: string; readonly commonDir: string } | undefined> {
  const target = /^gitdir: (.+)$/m.exec((await readText(file)) ?? "")?.[1];
  if (target === undefined) return undefined;
  const gitDir = isAbsolute(target) ? target : join(root, target);
  const common = (await readText(join(gitDir, "commondir")))?.trim();
  return { root, commonDir: common === undefined ? gitDir : resolve(gitDir, common) };
}

async function readActive(folder: string): Promise<{ readonly key: string; readonly lastCompleted: string | null }[]> {
  const metas = await Promise.all(
    (await readNames(folder)).map(async (key) => ({
      key,
      meta: parseJson(await readText(join(folder, key, ".meta.json"))),
    })),
  );
  return metas.flatMap(({ key, meta }) => {
    const { status, lastCompletedPhase } = (meta ?? {}) as { status?: string; lastCompletedPhase?: string | null };
    return status === "active" ? [{ key, lastCompleted: lastCompletedPhase ?? null }] : [];
  });
}
