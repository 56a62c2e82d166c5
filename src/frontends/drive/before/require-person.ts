// Some commands are a person's word: they answer questions, or move a run past one. What an agent or a check starts, or leaves
// running, may not give it. The mark is a variable in its environment: it stops mistakes and mischief, not an attacker
// who has a shell and removes it.
import { IflowError } from "../../../domain/text/errors.ts";
import type { DrivePlace } from "../context.ts";

export async function requirePerson(
  { wiring, ports }: Pick<DrivePlace, "wiring" | "ports">,
  does: string,
  command: string,
): Promise<void> {
  if (!(await wiring.isInsideStep(ports.repository))) return;
  throw new IflowError("blocked", `only a person ${does}, not an agent or a check`, {
    fix: `${command}   (in your own terminal)`,
  });
}

/** For everything that begins a run or moves one. */
export function requireMover(place: Pick<DrivePlace, "wiring" | "ports">): Promise<void> {
  return requirePerson(place, "moves runs", "iflow continue");
}
