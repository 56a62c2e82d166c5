// A pause, which the next `iflow continue` lifts: something outside the run has to change first.
import type { Pause } from "../../domain/run/question.ts";
import type { Parts } from "./state/phase-run.ts";

export async function pauseFor({ run }: Parts<"run">, pause: Omit<Pause, "type">): Promise<void> {
  await run.wait([{ type: "pause", ...pause }]);
}
