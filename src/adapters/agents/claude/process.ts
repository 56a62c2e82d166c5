// The process of one turn, from the moment the SDK asks for it: a child that cannot outlive us, announced before it
// begins, ended when the turn is aborted, gone when the turn is over. When Claude is asked to end, it ends the commands
// it runs.

import { startWatchedChild, type WatchedChild } from "../../commands/watched-child.ts";
import type { EventQueue } from "../event-queue.ts";
import type { ClaudeCommand } from "./sdk.ts";

const KEPT_COMPLAINT = 2000;

export interface HeldProcess {
  /** Returns the child in the form the SDK requires. */
  readonly spawn: (command: ClaudeCommand) => unknown;
  end(): Promise<void>;
  /** The end of what it wrote to stderr. */
  complaint(): string;
}

export function holdProcess(
  processIdentity: (pid: number) => Promise<{ readonly startTime: string } | undefined>,
  events: EventQueue,
  signal: AbortSignal,
): HeldProcess {
  let child: WatchedChild | undefined;
  let complaint = "";
  const stop = () => void child?.end();
  return {
    spawn: ({ command, args, ...place }) => {
      if (signal.aborted) throw new Error("aborted before it began");
      child = startWatchedChild([command, ...args], place);
      child.process.stderr.setEncoding("utf8").on("data", (text: string) => {
        complaint = (complaint + text).slice(-KEPT_COMPLAINT);
      });
      signal.addEventListener("abort", stop, { once: true });
      void announce(child);
      return child.process;
    },
    end: async () => {
      signal.removeEventListener("abort", stop);
      await child?.end();
    },
    complaint: () => complaint.trim(),
  };

  async function announce({ pid, begin }: WatchedChild): Promise<void> {
    if (pid === undefined) return;
    const identity = await processIdentity(pid).catch(() => undefined);
    await events.push({ type: "spawned", pid, startTime: identity?.startTime ?? "" });
    if (!signal.aborted) begin();
  }
}
