// Ends a run in whatever state it is. What it recorded stays on disk and counts in the bills; nothing is replayed.
import { leftProcesses } from "../../domain/run/left-processes.ts";
import type { Ports } from "../../ports/ports.ts";

/** Also ends an agent that a killed process left running. The caller holds the lock. */
export async function endRun(ports: Pick<Ports, "runs" | "endProcess">, id: string): Promise<void> {
  const session = await ports.runs.resume(id);
  try {
    for (const [step, notes] of session.unfinished) {
      for (const child of leftProcesses(step, notes)) await ports.endProcess(child);
    }
    await session.abandon();
  } finally {
    await session.close();
  }
}
