// Ends a run in whatever state it is. What it recorded stays on disk and counts in the bills; nothing is replayed.
import { leftProcesses } from "../../domain/run/left-processes.ts";
import { pidWords } from "../../domain/run/pid-words.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { markLanes } from "../trees/lane-tree.ts";

/** Nothing is taken away from under a process that works on it. */
export async function requireUnowned({ runs }: Pick<Ports, "runs">, key: string): Promise<void> {
  const owner = await runs.owner(key);
  if (!owner) return;
  throw new IflowError("locked", `${key} is being worked on by process ${pidWords(owner)}, since ${owner.at}`, {
    fix: `iflow stop ${key}, then run this again`,
  });
}

/** Also ends an agent that a killed process left running; the trees of its lanes are needed no more. The caller holds the lock. */
export async function endRun(ports: Pick<Ports, "endProcess" | "runs" | "trees">, id: string): Promise<void> {
  const session = await ports.runs.resume(id);
  try {
    for (const [step, notes] of session.unfinished) {
      for (const child of leftProcesses(step, notes)) await ports.endProcess(child);
    }
    await markLanes(ports, session.run.head.feature, "abandoned");
    await session.abandon();
  } finally {
    await session.close();
  }
}
