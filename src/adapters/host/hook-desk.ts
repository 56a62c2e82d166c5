// The desk for a hook. It finds the repository by its files, because starting git would cost more than all the rest.
import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { FeatureMeta } from "../../domain/feature/meta/feature-meta.ts";
import { lastOutcome } from "../../domain/feature/meta/phase-outcome.ts";
import { parseJson } from "../../domain/text/json/json.ts";
import { seal } from "../../domain/text/json/seal.ts";
import type { ActiveFeature, HookDesk } from "../../ports/agents/hook-desk.ts";
import type { Clock } from "../../ports/clock.ts";
import { appendPlain, readPlainText } from "../plain-file.ts";
import * as files from "./desk-files.ts";
import { readWaitingRuns } from "./waiting-runs.ts";

/** Undefined outside a repository. */
export async function openHookDesk(cwd: string, clock: Clock): Promise<HookDesk | undefined> {
  const place = await findRepository(await locate(resolve(cwd)));
  if (!place) return undefined;
  const { root, commonDir } = place;
  const home = join(commonDir, "iflow");
  const runsFolder = join(home, "runs");
  const ordersOf = (run: string) => files.ordersFolder(runsFolder, run);
  const now = () => clock.now().toISOString();
  const config = parseJson(readPlainText(join(root, "iflow.config.json"))); // whatever it is, the hooks stay in force
  const named = (config as { artifactsRoot?: unknown } | undefined)?.artifactsRoot;
  const artifactsRoot = typeof named === "string" ? named : "docs";
  return {
    root,
    runsFolder,
    artifactsRoot,
    now,
    isUsed: async () => (await exists(home)) || exists(join(root, artifactsRoot, "features")),
    openRuns: () => readWaitingRuns(runsFolder),
    activeFeatures: () => readActive(join(root, artifactsRoot, "features")),
    agentsOf: async (run) => {
      const names = await files.readNames(ordersOf(run));
      return names.flatMap((name) => /^\d+-(.+)\.(?:evidence|refused)\.json$/.exec(name)?.[1] ?? []);
    },
    seenOrders: async (run) => {
      const names = await files.readNames(ordersOf(run));
      return names.flatMap((name) => /^(\d+)-.+\.evidence\.json$/.exec(name)?.[1] ?? []);
    },
    hash: async (path) => {
      const text = readPlainText(path, "latin1");
      return text === undefined ? null : createHash("sha256").update(text, "latin1").digest("hex");
    },
    read: files.readText,
    locate,
    leaveEvidence: async (run, number, evidence) => {
      const content = `${seal(JSON.stringify(evidence, null, 2))}\n`;
      await files.createFile(ordersOf(run), files.evidenceName(number, evidence.agent), content);
    },
    hasTurns: (session) => exists(files.turnFile(home, session)),
    leaveTurns: (turns) => files.addTurns(home, turns),
    noteAttempt: (run, what) => files.noteAttempt(ordersOf(run), { at: now(), what }),
    leaveAnswer: (run, question, answer) => {
      const content = `${seal(JSON.stringify({ answer, at: now() }))}\n`;
      return files.createFile(join(runsFolder, run, "answers"), `${question}.json`, content);
    },
    drivingSession: async () => (await files.readDriving(home)).session,
    setDriving: (session, typed) => files.writeDriving(home, { session, typed }),
    forgetTyped: async () => {
      const { session, typed } = await files.readDriving(home);
      if (typed !== undefined) await files.writeDriving(home, { ...(session !== undefined && { session }) });
    },
    log: async (line) => {
      if (await exists(home)) await appendPlain(join(home, "hook.log"), `${now()} ${line}\n`);
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

type Checkout = { readonly root: string; readonly commonDir: string };

async function findRepository(from: string): Promise<Checkout | undefined> {
  for (let root = from; ; root = dirname(root)) {
    const git = join(root, ".git");
    const found = await stat(git).catch(() => undefined);
    if (found?.isDirectory()) return { root, commonDir: git };
    if (found) return linkedTree(root, git);
    if (dirname(root) === root) return undefined;
  }
}

/** A worktree: `.git` is a file that names the worktree's git directory, which in turn names the common one. */
async function linkedTree(root: string, file: string): Promise<Checkout | undefined> {
  const target = /^gitdir: (.+)$/m.exec((await files.readText(file)) ?? "")?.[1];
  if (target === undefined) return undefined;
  const gitDir = isAbsolute(target) ? target : join(root, target);
  const common = (await files.readText(join(gitDir, "commondir")))?.trim();
  return { root, commonDir: common === undefined ? gitDir : resolve(gitDir, common) };
}

async function readActive(folder: string): Promise<ActiveFeature[]> {
  const found = (await files.readNames(folder)).map(async (key) => {
    const meta = parseJson(readPlainText(join(folder, key, ".meta.json"))) ?? {};
    const { status, lastCompletedPhase, ...others } = meta as Partial<FeatureMeta>; // unchecked: a hook loads no schema
    if (status !== "active") return [];
    return [
      { key, lastCompleted: lastCompletedPhase ?? null, outcome: lastOutcome({ lastCompletedPhase, ...others }) },
    ];
  });
  return (await Promise.all(found)).flat();
}
