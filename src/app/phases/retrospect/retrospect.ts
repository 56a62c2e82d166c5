// `iflow retrospect`: the retrospective of a feature by itself, at any time, on the feature's own branch.
import { chooseBase } from "../../../domain/feature/base-branch.ts";
import type { FeatureMeta } from "../../../domain/feature/feature-meta.ts";
import { setUpPhase } from "../../review/set-up-phase.ts";
import { type PhaseWork, stepName } from "../../work/phase-work.ts";
import type { PhaseEnd } from "../document/document-phase.ts";
import { writeRetro } from "./write-retro.ts";

export async function retrospect(work: PhaseWork, meta: FeatureMeta): Promise<PhaseEnd> {
  const setup = await setUpPhase(work, meta.brainstorm_source ?? undefined);
  const { fallback, bank } = await writeRetro(work, setup, (await findBase(work)) ?? undefined);
  return { choice: "continue", rounds: 0, notes: 0, facts: { retro: work.artifact, fallback, bank } };
}

/** Only for the figures; where it is not known they are left out. */
function findBase(work: PhaseWork): Promise<string | null> {
  const configured = work.run.head.config.baseBranch;
  return work.run.step({
    name: stepName(work, 0, "base"),
    input: configured ?? null,
    work: async () => {
      const { local, remoteDefault } = await work.ports.merging.branches();
      const choice = chooseBase({ configured, remoteDefault, local });
      return choice.type === "known" && choice.branch !== work.feature.branch ? choice.branch : null;
    },
  });
}
