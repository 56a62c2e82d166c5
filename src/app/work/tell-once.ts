// Warnings that are a step of the run, so that they are given once, however often the run is opened again.
import type { RoleId } from "../../domain/roles/role.ts";
import type { Json } from "../../domain/text/json.ts";
import { type PhaseWork, stepName } from "./phase-work.ts";

export async function tellOnce(work: PhaseWork, segment: string, input: Json, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  await work.run.step({
    name: stepName(work, 0, segment),
    input,
    work: async () => {
      for (const text of texts) work.ports.emit({ type: "warned", text });
      return null;
    },
  });
}

export function tellFailed(work: PhaseWork, role: RoleId, problem: string): Promise<void> {
  return tellOnce(work, `${role}-failed`, problem, [
    `${role} could not be used, the work goes on without it: ${problem}`,
  ]);
}
