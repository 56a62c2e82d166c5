// Running a stored check. The check is a child like any agent: it is recorded before it begins, ended with everything
// it started, and sees no key. A check that fails is an answer, not an error.
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod";
import { IflowError } from "../../../../domain/text/errors.ts";
import { pickEnvironment } from "../../child-environment.ts";
import type { EventQueue } from "../../event-queue.ts";
import { startWatchedChild, type WatchedChild } from "../../watched-child.ts";
import { cutOutput } from "./cut-text.ts";
import type { Said, Tool } from "./toolbox.ts";

const Input = z.object({ check: z.string() });
type RunInput = z.infer<typeof Input>;

export interface RunPlace {
  readonly root: string;
  readonly step: string;
  /** Shell lines by name. */
  readonly checks: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processIdentity: (pid: number) => Promise<{ readonly startTime: string } | undefined>;
  readonly events: EventQueue;
  readonly signal: AbortSignal;
}

/** Both streams go to one pipe, so that lines keep their order. */
const LINE = 'exec /bin/sh -c "$1" </dev/null 2>&1';
const LIMIT_MINUTES = 10;
const LAST_WORDS_MS = 200;
const LONGEST_OUTPUT = 30_000;

export function createRunTool(place: RunPlace): Tool<RunInput> {
  return {
    input: Input,
    title: ({ check }) => `run ${check.split("\n", 1)[0]?.slice(0, 40)}`,
    path: () => undefined,
    needs: "write",
    work: async ({ check }, _, begun) => {
      const line = Object.hasOwn(place.checks, check) ? place.checks[check] : undefined;
      if (line !== undefined) return runLine(place, check, line, begun);
      const names = Object.keys(place.checks).sort();
      const known = names.length === 0 ? "none is stored" : `stored are ${names.join(", ")}`;
      return { text: `Not done: there is no check ${check}; ${known}.`, isError: true };
    },
  };
}

async function runLine(place: RunPlace, check: string, line: string, begun: () => void): Promise<Said> {
  const env = { ...pickEnvironment(place.env, []), IFLOW_STEP: place.step };
  const child = startWatchedChild(["/bin/sh", "-c", LINE, "sh", line], { cwd: place.root, env });
  const limit = AbortSignal.timeout(LIMIT_MINUTES * 60_000);
  const stop = () => void child.end();
  const signal = AbortSignal.any([place.signal, limit]);
  signal.addEventListener("abort", stop);
  try {
    await announce(place, child);
    begun();
    const output = collect(child);
    if (!signal.aborted) child.begin();
    const { code } = await child.exit;
    const end = limit.aborted
      ? `${check} was ended after ${LIMIT_MINUTES} minutes`
      : `${check} ended with ${code === null ? "a signal" : `exit code ${code}`}`;
    return { text: `${end}.\n\n${await output(place.root)}`.trim() };
  } finally {
    signal.removeEventListener("abort", stop);
    await child.end();
  }
}

/** Resolves when the started process has been recorded. */
async function announce({ processIdentity, events }: RunPlace, { process, pid }: WatchedChild): Promise<void> {
  if (pid === undefined) {
    const cause = await once(process, "spawn").catch((error: Error) => error); // it could not be started
    const why = cause instanceof Error ? cause.message : "no process";
    throw new IflowError("agent-unavailable", `the check cannot be started: ${why}`, { cause });
  }
  const identity = await processIdentity(pid).catch(() => undefined);
  await events.push({ type: "spawned", pid, startTime: identity?.startTime ?? "" });
}

function collect({ process: { stdout } }: WatchedChild): (root: string) => Promise<string> {
  let output = "";
  stdout.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-2 * LONGEST_OUTPUT);
  });
  return async (root) => {
    // the last output may still be in transit, and a grandchild may hold the pipe open forever
    await Promise.race([finished(stdout), pause(LAST_WORDS_MS)]).catch(() => undefined);
    const plain = stripVTControlCharacters(output).replaceAll(`${root}/`, "").replaceAll(root, ".");
    return cutOutput(plain, LONGEST_OUTPUT);
  };
}
