// `iflow retrospect`: a feature's retrospective on its own, at any time, on the feature's own branch.
import { chooseBase } from "../../../domain/feature/base-branch.ts";
import type { FeatureMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { askRole } from "../../dispatch/ask-role.ts";
import { setUpPhase } from "../../review/set-up-phase.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import type { PhaseEnd } from "../document/document-phase.ts";
import { retroTask, writeRetro } from "./write-retro.ts";

export async function retrospect(phase: PhaseRun, meta: FeatureMeta): Promise<PhaseEnd> {
  const setup = await setUpPhase(phase, meta);
  const retro = await retroTask(phase, setup, (await findBase(phase)) ?? undefined);
  const { fallback, bank } = await writeRetro(phase, retro, await askRole(phase, retro.task));
  return { choice: "continue", rounds: 0, notes: 0, facts: { retro: phase.artifact, fallback, bank } };
}

/** Needed only for the figures, which are left out if the base branch is not known. */
function findBase(phase: Parts<"feature" | "ports" | "run" | "steps">): Promise<string | null> {
  const configured = phase.run.head.config.baseBranch;
  return phase.run.step({
    name: phase.steps.next(0, "base"),
    input: configured ?? null,
    work: async () => {
      const { local, remoteDefault } = await phase.ports.merging.branches();
      const choice = chooseBase({ configured, remoteDefault, local });
      return choice.type === "known" && choice.branch !== phase.feature.branch ? choice.branch : null;
    },
  });
}
