// Warnings emitted inside a step of the run, so that each is given once, however often the run is reopened.
import type { RoleId } from "../../domain/roles/role.ts";
import type { Json } from "../../domain/text/json/json.ts";
import type { Parts } from "./state/phase-run.ts";

export async function tellOnce(
  phase: Parts<"ports" | "run" | "steps">,
  segment: string,
  input: Json,
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) return;
  await phase.run.step({
    name: phase.steps.next(0, segment),
    input,
    work: async () => {
      for (const text of texts) phase.ports.emit({ type: "warned", text });
      return null;
    },
  });
}

/** `name`: what or whose work the problem is about. */
export function warnOf(phase: Parts<"ports" | "run" | "steps">, name: string, problem: string): Promise<void> {
  return tellOnce(phase, `${name}-warning`, problem, [`${name}: ${problem}`]);
}

export function tellFailed(phase: Parts<"ports" | "run" | "steps">, role: RoleId, problem: string): Promise<void> {
  return tellOnce(phase, `${role}-failed`, problem, [`${role} could not be used, continuing without it: ${problem}`]);
}
