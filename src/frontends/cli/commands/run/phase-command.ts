// A single phase: `iflow specify`, `iflow design` … Finds the feature and continues its open run, or starts one.

import { settleCreations } from "../../../../app/feature/create/settle-creations.ts";
import { resolveFeature } from "../../../../app/feature/features.ts";
import type { Phase } from "../../../../domain/feature/phase.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { PhaseFlags } from "../../../drive/run-driver.ts";
import { runPhase, startOrContinue } from "../../../drive/run-phase.ts";
import type { CommandPlace } from "../command-place.ts";
import { resultOf } from "./run-result.ts";

export async function phaseCommand(place: CommandPlace, phase: Phase, flags: PhaseFlags) {
  return resultOf(place, await runPhase(place, phase, flags));
}

/** The retrospective on its own, even of a finished feature, as long as it has its branch. */
export async function retrospectCommand(place: CommandPlace, asked: string | undefined, flags: PhaseFlags) {
  const { ports, config } = place;
  await settleCreations(ports);
  const feature = await resolveFeature(ports, config.artifactsRoot, asked ?? flags.feature);
  const { branch, key } = feature.feature;
  if ((await ports.repository.tip(branch)) === undefined) {
    throw new IflowError("repository-state", `branch ${branch} is gone, and retro.md is committed on it`, {
      fix: `recreate it from where you are: git switch -c ${branch}, then: iflow retrospect ${key}`,
    });
  }
  return resultOf(place, await startOrContinue(place, feature, "retrospect", flags));
}
