// One shell line that runs the project's code: a check of the engine, or one that an agent asked for. It sees a picked
// environment and waits at a gate until its identity is recorded. However it ends, nothing of its group is left, and
// what it said holds no secrets.
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { IflowError } from "../../domain/text/errors.ts";
import { secretsOf } from "../../domain/text/secrets/secrets.ts";
import { readLines } from "./output-lines.ts";
import { projectPath } from "./own-path.ts";
import { commandEnvironment, type Environment, heldBack } from "./pick-environment.ts";
import { stepMark } from "./step-mark.ts";
import { type Exit, startWatchedChild, type WatchedChild } from "./watched-child.ts";

export interface CommandPlace {
  readonly cwd: string;
  /** The whole environment; the command sees only the picked part. */
  readonly env: Environment;
  /** Names of variables it sees in addition. */
  readonly environment: readonly string[];
  readonly processIdentity: (pid: number) => Promise<{ readonly startTime: string } | undefined>;
  /** Puts it into the sandbox; without this it runs as it is. */
  readonly wrap?: Wrap | undefined;
}

export type Wrap = (command: readonly string[]) => Promise<readonly string[]>;

export interface Command {
  readonly line: string;
  /** In its environment as IFLOW_STEP. */
  readonly step: string;
  readonly limitMs: number;
  /** It begins when this has resolved. */
  onSpawned(child: { readonly pid: number; readonly startTime: string }): Promise<void>;
  /** Both streams, in their order. */
  onLine(line: string): void;
}

export interface CommandEnd extends Exit {
  readonly why: "exited" | "timed-out" | "aborted";
}

/** The last output may still be in transit, and a process that left the group may hold the pipe open forever. */
const LAST_WORDS_MS = 2000;

export async function runCommand(place: CommandPlace, command: Command, signal: AbortSignal): Promise<CommandEnd> {
  if (signal.aborted) return { why: "aborted", code: null, signal: null };
  const { cwd, env, environment } = place;
  const child = startWatchedChild(await composeCommand(command.line, place.wrap), {
    cwd,
    env: {
      ...commandEnvironment({ ...env, PATH: projectPath(env.PATH, cwd) }, environment),
      ...stepMark(command.step, cwd),
    },
  });
  let why: CommandEnd["why"] = "exited";
  const stop = (reason: CommandEnd["why"]) => {
    why = reason;
    void child.end();
  };
  const abort = () => stop("aborted");
  let clock: NodeJS.Timeout | undefined;
  try {
    const pid = await waitForStart(child, command.line);
    signal.addEventListener("abort", abort);
    clock = setTimeout(() => stop("timed-out"), command.limitMs);
    // also those that it was not given: it may find them elsewhere
    const secrets = secretsOf(place.env, { passed: environment, hidden: heldBack(env, environment) });
    const tellLast = readLines(child.process.stdout, { secrets, onLine: command.onLine });
    const identity = await place.processIdentity(pid).catch(() => undefined);
    await command.onSpawned({ pid, startTime: identity?.startTime ?? "" });
    if (signal.aborted) abort();
    else if (why === "exited") child.begin();
    const exit = await child.exit;
    await child.end(); // what it left in the background
    await Promise.race([finished(child.process.stdout), pause(LAST_WORDS_MS, undefined, { ref: false })]).catch(
      () => undefined,
    );
    tellLast();
    return { ...exit, why };
  } finally {
    clearTimeout(clock);
    signal.removeEventListener("abort", abort);
    await child.end(); // also when the record could not be written
    for (const stream of child.process.stdio) stream?.destroy();
  }
}

/**
 * The program and arguments of every such command, in the sandbox where there is one. Both
 * streams go to one pipe, so that lines keep their order; it has no keyboard.
 */
export async function composeCommand(line: string, wrap: Wrap = asItIs): Promise<string[]> {
  return ["/bin/sh", "-c", 'exec "$@" </dev/null 2>&1', "sh", ...(await wrap(["/bin/sh", "-c", line]))];
}

const asItIs: Wrap = async (command) => command;

async function waitForStart({ process, pid }: WatchedChild, line: string): Promise<number> {
  try {
    if (pid === undefined) await once(process, "spawn"); // rejects with the reason
  } catch (cause) {
    throw new IflowError("disk-failed", `cannot start a shell for the command: ${line}`, {
      cause,
      fix: "Check that the repository folder is still there and that /bin/sh works.",
    });
  }
  if (pid === undefined) throw new Error("a child that was spawned has no pid");
  return pid;
}
