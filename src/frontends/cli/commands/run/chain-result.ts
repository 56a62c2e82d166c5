// How a chain of phases is reported: each end while the next phase begins, and the end of the chain itself.
import { resolveFeature } from "../../../../app/feature/features.ts";
import { flagsOfDepth, runDepth } from "../../../../domain/feature/depth.ts";
import { lastOutcome } from "../../../../domain/feature/meta/phase-outcome.ts";
import { nextPhase } from "../../../../domain/feature/phase.ts";
import { phaseNoun } from "../../../../domain/run/events/work-words.ts";
import type { ChainEnd } from "../../../drive/chain.ts";
import type { DrivePlace, EndedPhase } from "../../../drive/context.ts";
import type { TextResult } from "../../screen/output.ts";
import { lineOf, type ReportPlace, resultOf } from "./run-result.ts";

export async function tell(place: ReportPlace, result: EndedPhase): Promise<void> {
  place.terminal.say(await lineOf(place, result));
  place.terminal.say("");
}

export async function chainResult(
  place: ReportPlace & Pick<DrivePlace, "config">,
  { feature, last }: ChainEnd,
): Promise<TextResult> {
  return last ? resultOf(place, last) : nothingToDo(place, feature);
}

async function nothingToDo({ ports, config }: Pick<DrivePlace, "ports" | "config">, key: string) {
  const { meta } = await resolveFeature(ports, config.artifactsRoot, key);
  const last = meta.lastCompletedPhase ?? null;
  const depth = runDepth(meta.depth);
  const next = nextPhase(last, depth === undefined ? {} : flagsOfDepth(depth));
  const reason = next === undefined ? "nothing is left to do" : `the next phase is ${next}`;
  const done = last === null ? "no phase is completed" : `${phaseNoun(last)} ${lastOutcome(meta) ?? "completed"}`;
  return {
    data: { feature: key, lastCompletedPhase: last, next: next ?? null, message: reason },
    text: `${key}: ${done}; ${reason}.`,
  };
}
