// The process of one turn, from the moment the SDK asks for it: announced before it begins, ended when the turn is
// aborted, gone when the turn is over.
import type { EventQueue } from "../event-queue.ts";
import { type ClaudeChild, startClaudeChild } from "./claude-child.ts";
import type { ClaudeCommand } from "./sdk.ts";

export interface HeldProcess {
  readonly spawn: (command: ClaudeCommand) => unknown;
  end(): Promise<void>;
  complaint(): string;
}

export function holdProcess(
  processIdentity: (pid: number) => Promise<{ readonly startTime: string } | undefined>,
  events: EventQueue,
  signal: AbortSignal,
): HeldProcess {
  let child: ClaudeChild | undefined;
  const stop = () => void child?.end();
  return {
    spawn: (command) => {
      if (signal.aborted) throw new Error("aborted before it began");
      child = startClaudeChild(command);
      signal.addEventListener("abort", stop, { once: true });
      void announce(child);
      return child.process;
    },
    end: async () => {
      signal.removeEventListener("abort", stop);
      await child?.end();
    },
    complaint: () => child?.complaint() ?? "",
  };

  async function announce({ pid, begin }: ClaudeChild): Promise<void> {
    if (pid === undefined) return;
    const identity = await processIdentity(pid).catch(() => undefined);
    await events.push({ type: "spawned", pid, startTime: identity?.startTime ?? "" });
    if (!signal.aborted) begin();
  }
}
