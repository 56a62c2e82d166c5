// Some commands are a person's word. What an agent or a check starts, or leaves running, may not give it. The mark is a
// variable in its environment: it stops mistakes and mischief, not an attacker who has a shell and removes it.
import { IflowError } from "../../../domain/text/errors.ts";
import type { CommandPlace } from "./command-place.ts";

export function requirePerson({ wiring }: Pick<CommandPlace, "wiring">, does: string, command: string): void {
  if (!wiring.isInsideStep) return;
  throw new IflowError("blocked", `only a person ${does}, not an agent or a check`, {
    fix: `${command}   (in your own terminal)`,
  });
}
