// The Claude process: a child that cannot outlive us, in the form the SDK requires. When Claude is asked to end, it
// ends the commands it runs.
import type { ChildProcess } from "node:child_process";
import { startWatchedChild, type WatchedChild } from "../watched-child.ts";
import type { ClaudeCommand } from "./sdk.ts";

const KEPT_COMPLAINT = 2000;

export interface ClaudeChild extends Pick<WatchedChild, "pid" | "begin" | "end"> {
  /** In the form the SDK requires. */
  readonly process: ChildProcess;
  /** The end of what it wrote to stderr. */
  complaint(): string;
}

export function startClaudeChild({ command, args, ...place }: ClaudeCommand): ClaudeChild {
  const child = startWatchedChild([command, ...args], place);
  let complaint = "";
  child.process.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-KEPT_COMPLAINT);
  });
  return { ...child, complaint: () => complaint.trim() };
}
