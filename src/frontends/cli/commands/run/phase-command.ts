// A single phase: `iflow specify`, `iflow design` … Finds the feature and continues its open run, or starts one.

import { settleCreations } from "../../../../app/feature/create/settle-creations.ts";
import { resolveFeature } from "../../../../app/feature/features.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import type { Phase } from "../../../../domain/feature/phase.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { DrivePlace } from "../../../drive/context.ts";
import { homeOfNamed } from "../../../drive/place/at-home.ts";
import type { PhaseFlags } from "../../../drive/run-driver.ts";
import { runPhase, startOrContinue } from "../../../drive/run-phase.ts";
import type { CommandPlace } from "../command-place.ts";
import { dryRunResult } from "./dry-run-result.ts";
import { resultOf } from "./run-result.ts";
import { withTreesLeft } from "./with-trees-left.ts";

export async function phaseCommand(place: CommandPlace, phase: Phase, flags: PhaseFlags) {
  return carryOut(place, flags, (where) => runPhase(where, phase, flags));
}

/** The retrospective on its own, even of a finished feature, as long as it has its branch. */
export async function retrospectCommand(place: CommandPlace, flags: PhaseFlags) {
  return carryOut(place, flags, (where) => retrospect(where, flags));
}

async function carryOut(place: CommandPlace, flags: PhaseFlags, work: (where: DrivePlace) => Promise<PhaseResult>) {
  if (flags.dryRun) return dryRunResult(await homeOfNamed(place, flags.feature), work);
  return withTreesLeft(place, await resultOf(place, await work(place)));
}

async function retrospect(place: DrivePlace, flags: PhaseFlags): Promise<PhaseResult> {
  const { ports, config } = place;
  await settleCreations(ports);
  const feature = await resolveFeature(ports, config.artifactsRoot, flags.feature);
  const { branch, key } = feature.feature;
  if ((await ports.repository.tip(branch)) === undefined) {
    throw new IflowError("repository-state", `branch ${branch} is gone, and retro.md is committed on it`, {
      fix: `recreate it from where you are: git switch -c ${branch}, then: iflow retrospect ${key}`,
    });
  }
  return startOrContinue(place, feature, "retrospect", flags);
}
