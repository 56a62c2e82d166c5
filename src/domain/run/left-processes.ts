// The processes that a step began before its own process was killed, from the step's notes. Agents and checks would
// otherwise continue to work on the same files.
import type { Json } from "../text/json/json.ts";

export interface LeftChild {
  readonly pid: number;
  readonly startTime: string;
  /** The machine, and its start, that the pid is of; missing in notes of earlier versions. */
  readonly machine?: string;
  /** The durable step it was started for. */
  readonly step: string;
}

export function leftProcesses(step: string, notes: readonly Json[] = []): LeftChild[] {
  return (notes as readonly Record<string, unknown>[])
    .filter(({ type }) => type === "spawned")
    .map(({ pid, startTime, machine }) => ({
      ...{ pid: Number(pid), startTime: String(startTime), step },
      ...(typeof machine === "string" && { machine }),
    }));
}
