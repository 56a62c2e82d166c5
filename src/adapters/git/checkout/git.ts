// The one place that starts the git binary. A failing git is an IflowError with git's own message; where git may
// refuse, it is called through `attempt`. Variables that point git at another repository or index (a surrounding hook
// sets them) never reach it. It is never a program of the working tree. The environment is passed in; nothing here reads the environment of this process.
import { spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Output, x } from "tinyexec";
import { DISK_FULL_FIX, IflowError } from "../../../domain/text/errors.ts";
import { isSecretName, maskValues, secretsOf, withoutKnownShapes } from "../../../domain/text/secrets/secrets.ts";
import { ownProgram } from "../../commands/own-path.ts";
import { commandEnvironment } from "../../commands/pick-environment.ts";
import { stepMark } from "../../commands/step-mark.ts";

export interface GitOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  /** The user's hooks or filters run below this call: they inherit the user's locale and none of our switches. */
  readonly asUser?: boolean;
  /** A hook may run what an agent wrote: of the variables that hold a secret it sees these; all when left out. */
  readonly shown?: readonly string[] | undefined;
  /** `latin1` keeps every byte; the default decodes UTF-8. */
  readonly encoding?: "utf8" | "latin1";
}

export interface GitOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class Git {
  readonly cwd: string;
  readonly #env: NodeJS.ProcessEnv;
  #found: string | undefined;

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    this.cwd = cwd;
    this.#env = env;
  }

  /** The same in another folder. */
  at(cwd: string): Git {
    return new Git(cwd, this.#env);
  }

  /** Standard output; throws `git-failed` when git does not exit with 0. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<string> {
    const outcome = await this.attempt(args, options);
    if (outcome.exitCode !== 0) throw gitFailure(args, outcome);
    return outcome.stdout;
  }

  async attempt(args: readonly string[], options: GitOptions = {}): Promise<GitOutcome> {
    for (let pauses = 0; ; pauses++) {
      const outcome = await this.#attemptOnce(args, options);
      if (pauses === MOST_PAUSES || !hasMetHalfMade(outcome)) return outcome;
      await sleep(PAUSE_MS);
    }
  }

  async #attemptOnce(args: readonly string[], options: GitOptions): Promise<GitOutcome> {
    try {
      const { stdout, stderr, exitCode } = await this.#spawn(args, options);
      return { stdout, stderr, exitCode: exitCode ?? 128 }; // no exit code: ended by a signal
    } catch (cause) {
      throw await this.#explainSpawnError(cause);
    }
  }

  /** The same without waiting for anything else meanwhile; a git that cannot be started has failed. */
  attemptNow(args: readonly string[]): GitOutcome {
    if (this.#find() === undefined) return { stdout: "", stderr: MISSING, exitCode: 128 };
    const { stdout, stderr, status } = spawnSync(this.#program(), [...ownSwitches, ...args], {
      cwd: this.cwd,
      env: { ...this.#env, ...withoutRedirects, GIT_TERMINAL_PROMPT: "0", ...ownEnvironment },
      encoding: "utf8",
      maxBuffer: MOST_BYTES,
    });
    return { stdout: stdout ?? "", stderr: stderr ?? "", exitCode: status ?? 128 };
  }

  /** The end of what git and the user's hooks said, without secrets: it is kept and shown. */
  wordsOf({ stderr, stdout }: GitOutcome): string {
    const words = `${stderr.trim()}\n${stdout.trim()}`.trim();
    return lastPart(withoutKnownShapes(maskValues(secretsOf(this.#env), words)));
  }

  #spawn(
    args: readonly string[],
    { input, env, config = {}, asUser, shown, encoding }: GitOptions,
  ): PromiseLike<Output> {
    const child = x(
      this.#program(),
      [...(asUser ? [] : ownSwitches), ...Object.entries(config).flatMap(asSwitch), ...args],
      {
        ...(input !== undefined && { stdin: input }),
        nodePath: false,
        nodeOptions: {
          cwd: this.cwd,
          // never ours, so that git does not wait for keyboard input; a pipe only where there is something to send
          stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
          // Ctrl-C reaches every process at the terminal; a git that is interrupted would look like one that failed
          detached: asUser !== true,
          // tinyexec merges this over the environment of the process, so variables to remove are set to undefined.
          env: {
            ...this.#env,
            ...withoutRedirects,
            ...(shown && secretsBut(this.#env, shown)),
            GIT_TERMINAL_PROMPT: "0",
            ...(asUser ? stepMark("git", this.cwd) : ownEnvironment), // a hook may be an agent's: it gives nobody's word
            ...env,
          },
        },
      },
    );
    child.process?.stdin?.on("error", () => {}); // git may end before it has read everything; the exit code decides
    child.process?.stdout?.setEncoding(encoding ?? "utf8"); // a character may be split between two chunks
    child.process?.stderr?.setEncoding("utf8");
    return child;
  }

  #find(): string | undefined {
    this.#found ??= ownProgram("git", this.#env.PATH, this.cwd);
    return this.#found;
  }

  #program(): string {
    const found = this.#find();
    if (found === undefined) throw new Error(MISSING);
    return found;
  }

  async #explainSpawnError(cause: unknown): Promise<IflowError> {
    const folder = await stat(this.cwd).catch(() => undefined);
    if (!folder?.isDirectory()) {
      const fix = "name a folder that exists";
      return new IflowError("not-a-repository", `${this.cwd} is not a folder`, { cause, fix });
    }
    const words = cause instanceof Error ? cause.message : String(cause);
    const fix = "Install git (https://git-scm.com) and make sure `git --version` works.";
    return new IflowError("git-failed", `git could not be started: ${words}`, { cause, fix });
  }
}

/**
 * For every look at the working tree: a submodule counts by its commit. To look for changes inside, git would start
 * itself there with the settings of that repository, which name programs, and which any command in the tree can write.
 */
export const notInside = "--ignore-submodules=dirty";

/** What `GIT_CONFIG_COUNT` counts has to be there, or git does not start. */
function secretsBut(env: NodeJS.ProcessEnv, shown: readonly string[]): Record<string, undefined> {
  const picked = commandEnvironment(env, shown);
  const isSecret = (name: string) => isSecretName(name) || secretsOf({ [name]: env[name] }).length > 0;
  const hidden = Object.keys(env).filter(
    (name) => !(name in picked) && !name.startsWith("GIT_CONFIG_") && isSecret(name),
  );
  return Object.fromEntries(hidden.map((name) => [name, undefined]));
}

/**
 * While one git makes a work tree, another one that reads the list of them may find a file that is still empty. It ends before it
 * has done anything, so it is asked again. Where that file stays empty, its words stand.
 */
function hasMetHalfMade({ exitCode, stderr }: GitOutcome): boolean {
  return exitCode === 128 && /^fatal: .*\/worktrees\/[^/\n]+\/commondir\b/m.test(stderr);
}

const PAUSE_MS = 25;
const MOST_PAUSES = 40;

const MISSING = "it is not on the path, outside of the working tree";

const MOST_BYTES = 512 * 1024 * 1024;

/** A folder of hooks may lie in the tree, where agents write: none runs but those that the user would expect. */
export const NO_HOOKS = { "core.hooksPath": "/dev/null" };

const ownSwitches = [
  "--literal-pathspecs",
  ...Object.entries({ ...NO_HOOKS, "core.quotePath": "false" }).flatMap(asSwitch),
];

/** English messages, and no refresh of the user's index as a side effect. */
const ownEnvironment = { LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0" };

const withoutRedirects = Object.fromEntries(
  [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_QUARANTINE_PATH",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE",
    "GIT_REPLACE_REF_BASE",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
  ].map((name) => [name, undefined]),
);

function asSwitch([key, value]: [string, string]): string[] {
  return ["-c", `${key}=${value}`];
}

export function gitFailure(
  args: readonly string[],
  { stderr, stdout, exitCode }: GitOutcome,
  fix?: string,
): IflowError {
  const words = (stderr.trim() || stdout.trim() || `exit code ${exitCode}`).slice(0, 2000);
  if (isDiskFull(words)) {
    const guess = SAYS_NO_REASON.test(words) ? " (it does not say why; most likely no space left)" : "";
    return new IflowError("disk-failed", `git ${args[0]} failed: ${words}${guess}`, { fix: DISK_FULL_FIX });
  }
  return new IflowError("git-failed", `git ${args[0]} failed: ${words}`, { fix: fix ?? pickFix(words) });
}

/** In git's words. */
export function isDiskFull(words: string): boolean {
  return /No space left on device|Disk quota exceeded|File too large/i.test(words) || SAYS_NO_REASON.test(words);
}

/** The lock of a ref was made, but could not be filled. */
const SAYS_NO_REASON = /couldn't write '[^']*\.lock'/;

function pickFix(words: string): string {
  if (/\.lock'?: File exists/.test(words)) {
    return "Wait for the other git process to end; if there is none, remove the lock file named above. Then run the command again.";
  }
  return "Check the repository with `git status`, then run the command again.";
}

/** Keeps the end of a long output: that is where tools say what is wrong. */
function lastPart(output: string): string {
  return output.length <= outputLimit ? output : `…${output.slice(1 - outputLimit)}`;
}

const outputLimit = 4000;
