// The agent itself, or a command it runs through us: a child that cannot outlive us, or the reason why it cannot be
// started. A child that reads its stdin learns from the closing of stdin that it must exit, and gets a moment to do so.
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { IflowError } from "../../../domain/text/errors.ts";
import { type Exit, startWatchedChild, type WatchedChild } from "../../commands/watched-child.ts";

const FAREWELL_MS = 1000;

export interface GatedChild extends Pick<WatchedChild, "exit" | "begin"> {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Closes its stdin, then asks the group to end, then forces it to. Safe to call at any time and more than once. */
  end(farewellMs?: number): Promise<void>;
}

export async function startChild(
  command: readonly string[],
  place: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<GatedChild> {
  const child = startWatchedChild(command, place);
  const { stdin, stdout, stderr } = child.process;
  const pid = await waitForStart(child, place.cwd);

  let begun = false;
  let ending: Promise<void> | undefined;
  const end = async (farewellMs: number) => {
    stdin.end();
    if (begun) await saysGoodbye(child.exit, farewellMs); // an agent that is told to exit may still save its session
    await child.end();
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
  };
  return {
    ...{ pid, stdin, stdout, stderr, exit: child.exit },
    begin: () => {
      begun = true;
      child.begin();
    },
    end: (farewellMs = FAREWELL_MS) => {
      ending ??= end(farewellMs);
      return ending;
    },
  };
}

async function waitForStart(child: WatchedChild, cwd: string): Promise<number> {
  try {
    await once(child.process, "spawn");
  } catch (cause) {
    throw new IflowError("agent-unavailable", `no process can be started in ${cwd}: ${(cause as Error).message}`, {
      cause,
      fix: "Check that the folder is still there and that /bin/sh works.",
    });
  }
  if (child.pid === undefined) throw new Error("a child that was spawned has no pid");
  return child.pid;
}

async function saysGoodbye(exit: Promise<Exit>, patienceMs: number): Promise<void> {
  const stop = new AbortController();
  await Promise.race([exit, pause(patienceMs, undefined, { signal: stop.signal })]);
  stop.abort();
}
