// What is written about a feature before it is merged: the project's documents that it makes untrue, and the retrospective. Both
// begin with an agent that only reads and needs nothing of the other one, so those two are asked at the same time.
import { askRole, askRoles, type RoleAnswer } from "../../dispatch/ask-role.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { retroTask, type WrittenRetro, writeRetro } from "../retrospect/write-retro.ts";
import type { Finishing } from "./finishing.ts";
import { researchTask, updateDocumentation } from "./update-documentation.ts";

export async function writeUp(phase: PhaseRun, finishing: Finishing): Promise<WrittenRetro> {
  const { setup, base } = finishing;
  const research = await researchTask(phase, finishing);
  if (!phase.run.head.sideBySide) {
    await updateDocumentation(phase, finishing, await askRole(phase, research));
    const retro = await retroTask(phase, setup, base);
    return writeRetro(phase, retro, await askRole(phase, retro.task));
  }
  const retro = await retroTask(phase, setup, base);
  const [found, lessons] = await askRoles<"documentation-researcher" | "retro-facilitator">(phase, [
    research,
    retro.task,
  ]);
  // the answers come in the order of the tasks
  await updateDocumentation(phase, finishing, found as RoleAnswer<"documentation-researcher">);
  return writeRetro(phase, retro, lessons as RoleAnswer<"retro-facilitator">);
}
