// The note by which a later process finds a child that was left running.
import type { LeftChild } from "../../../domain/run/left-processes.ts";
import type { Ports } from "../../../ports/ports.ts";

export async function spawnedNote(
  { machine }: Pick<Ports, "machine">,
  { pid, startTime }: Pick<LeftChild, "pid" | "startTime">,
) {
  return { type: "spawned", pid, startTime, machine: await machine() };
}
