// What fresh eyes are told. Recorded when it is first needed: a newer prompt file must not change a run's past.
import type { Parts } from "../../work/state/phase-run.ts";

const FILE = "prompts/certifier.md";

export async function certifierText(phase: Parts<"ports" | "run" | "steps">, round: number): Promise<string> {
  await phase.run.step({
    name: phase.steps.next(round, "certifier-context"),
    input: null,
    work: async () => {
      if ((await phase.run.folder.read(FILE)) === undefined)
        await phase.run.folder.write(FILE, await phase.ports.prompts.certifier());
      return null;
    },
  });
  return (await phase.run.folder.read(FILE)) ?? "";
}
