// The sandbox of one working tree: tried out once with the very arguments it will be used with, then a way to put a
// command inside. Where there is none, commands run as before, unless the settings require one.
import { existsSync, readFileSync } from "node:fs";
import { release, totalmem } from "node:os";
import type { Config } from "../../domain/config/config.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { isOlder } from "../../domain/text/version.ts";
import type { Sandbox, SandboxStatus } from "../../ports/sandbox.ts";
import * as failure from "./explain-failure.ts";
import { type Bwrap, findBwrap, run } from "./find-bwrap.ts";
import { sandboxArguments } from "./sandbox-arguments.ts";
import { explainTree, lookAround, type Surroundings } from "./sandbox-place.ts";
import { type Limits, watchLimits } from "./watch-limits.ts";

export interface SandboxSetup extends Omit<Surroundings, "network" | "git"> {
  readonly settings: Config["sandbox"];
  /** Git's own folders; throws outside of a repository. */
  readonly git: () => Promise<NonNullable<Surroundings["git"]>>;
  readonly limits?: Limits;
}

export async function openSandbox(setup: SandboxSetup): Promise<Sandbox> {
  const { mode } = setup.settings;
  const required = mode === "require";
  const tried = mode === "off" ? undefined : await tryOnce(setup);
  if (tried?.works === true) {
    const limits = describeLimits(setup.limits ?? defaultLimits());
    return { applied: true, required, limits, wrap: async (command) => wrap(setup, tried, command) };
  }
  if (!required) return { applied: false, required, limits: "", wrap: async (command) => command };
  throw new IflowError("blocked", `sandbox.mode is "require", but there is no sandbox: ${tried?.detail}`, {
    ...(tried && { fix: tried.fix }),
  });
}

/** For the engine's own checks: inside only where the settings say so. */
export async function wrapCheck(setup: SandboxSetup, command: readonly string[]): Promise<readonly string[]> {
  return setup.settings.checks ? (await openSandbox(setup)).wrap(command) : command;
}

export async function describeSandbox(setup: SandboxSetup): Promise<SandboxStatus> {
  const { mode, network, checks } = setup.settings;
  if (mode === "off") return { state: "off", detail: "off, as sandbox.mode says: agents' commands are not held" };
  const tried = await tryOnce(setup);
  if (!tried.works) return { state: "none", detail: `none: ${tried.detail}`, fix: tried.fix };
  const reach = network ? "with network" : "no network";
  return { state: "applied", detail: `bubblewrap works here; ${reach}, checks ${checks ? "inside" : "outside"}` };
}

interface Working {
  readonly works: true;
  readonly bwrap: Bwrap;
  readonly git: Surroundings["git"];
}
type Tried = Working | ({ readonly works: false } & failure.Failure);

const remembered = new Map<string, Promise<Tried>>();

function tryOnce(setup: SandboxSetup): Promise<Tried> {
  const key = JSON.stringify([setup.root, setup.env.PATH, setup.env.HOME, setup.settings.network]);
  const tried = remembered.get(key) ?? tryOut(setup);
  remembered.set(key, tried);
  return tried;
}

const PROBE = `test -w . || exit ${failure.TREE_NOT_WRITABLE}; ! test -w / || exit ${failure.ROOT_WRITABLE}`;

async function tryOut(setup: SandboxSetup): Promise<Tried> {
  const { root, env } = setup;
  if (process.platform !== "linux") return { works: false, ...failure.NOT_LINUX };
  const why = explainTree(root);
  if (why !== undefined) return { works: false, detail: why, fix: "move the repository, or set sandbox.mode to off" };
  if (!existsSync(`/proc/self/task/${process.pid}/children`)) return { works: false, ...failure.NO_CHILDREN };
  const bwrap = await findBwrap(env.PATH, root);
  if (!bwrap) return { works: false, ...failure.INSTALL };
  const working: Working = { works: true, bwrap, git: await findGit(setup) };
  const ran = await run(argumentsFor(setup, working, ["/bin/sh", "-c", PROBE]), env);
  return ran.code === 0 ? working : { works: false, ...failure.explainFailure(ran, kernelFacts()) };
}

/** The first to go when memory runs out. It becomes the sandbox, which ends when its parent does. */
const OUTSIDE = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$@"';

function wrap(setup: SandboxSetup, working: Working, command: readonly string[]): string[] {
  watchLimits(setup.limits ?? defaultLimits());
  return ["/bin/sh", "-c", OUTSIDE, "sh", ...argumentsFor(setup, working, command)];
}

function argumentsFor(setup: SandboxSetup, { bwrap, git }: Working, command: readonly string[]): string[] {
  const { root, env, settings } = setup;
  const { bytes } = setup.limits ?? defaultLimits();
  const places = lookAround({ root, env, git, network: settings.network });
  const place = {
    ...places,
    bwrap: bwrap.path,
    options: bwrap.options,
    tempBytes: Math.floor(bytes / 4),
    threads: threadLimit(),
  };
  return sandboxArguments(place, command);
}

/** `doctor` works outside of a repository as well. */
async function findGit({ git }: SandboxSetup): Promise<Surroundings["git"]> {
  try {
    return await git();
  } catch (error) {
    if (error instanceof IflowError && error.code === "not-a-repository") return undefined;
    throw error;
  }
}

function describeLimits({ processes, bytes }: Limits): string {
  return `A command may use ${processes} processes and ${(bytes / 1024 ** 3).toFixed(1)} GB of memory.`;
}

function defaultLimits(): Limits {
  const machine = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  return { processes: 1000, bytes: Math.floor(machine / 2) };
}

/** Before 5.14 the kernel counts what the user runs outside as well; root it never holds. */
function threadLimit(): number | undefined {
  return process.getuid?.() === 0 || isOlder(release(), "5.14") ? undefined : 8000;
}

function kernelFacts(): failure.KernelFacts {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8").trim() : undefined);
  return {
    apparmorRestricts: read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
    cloneAllowed: read("/proc/sys/kernel/unprivileged_userns_clone"),
    maxNamespaces: read("/proc/sys/user/max_user_namespaces"),
    isRoot: process.getuid?.() === 0,
  };
}
