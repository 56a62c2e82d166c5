// An idea becomes a feature: the one of its PRD if an earlier attempt got that far, else a new one.
import { createFeature } from "../../app/feature/create-feature.ts";
import { knownFeatures } from "../../app/feature/features.ts";
import type { PhaseEnd } from "../../app/phases/document/document-phase.ts";
import type { Decision } from "../../domain/feature/decision.ts";
import type { RunFlags } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { chooseStart } from "./choose-start.ts";
import type { DrivePlace } from "./context.ts";

/** The PRD of a brainstorm, and what the person decided in it. */
export interface Brainstormed {
  readonly prd: string;
  readonly decisions?: readonly Decision[];
}

export function brainstormed({ facts }: PhaseEnd): Brainstormed {
  return { prd: String(facts?.prd), decisions: (facts?.decisions ?? []) as unknown as Decision[] }; // written by brainstorm
}

export async function featureFor(
  place: DrivePlace,
  idea: string,
  { prd, decisions = [] }: Partial<Brainstormed>,
  kept: Pick<RunFlags, "from" | "yolo">,
): Promise<string> {
  const { person, ports, config } = place;
  const known = await knownFeatures(ports, config.artifactsRoot);
  const made = prd === undefined ? undefined : known.find(({ meta }) => meta?.brainstorm_source === prd);
  if (made) return made.feature.key;
  const text = prd === undefined ? undefined : await ports.tree.read(prd);
  if (prd !== undefined && text === undefined) {
    throw new IflowError("blocked", `the PRD ${prd} is gone`, { fix: `iflow run "${idea}"   (starts over)` });
  }
  const feature = await createFeature(ports, config, {
    ...{ text: idea, decisions },
    ...(await chooseStart(place, kept)),
    ...(prd !== undefined && text !== undefined && { prd: { path: prd, text } }),
  });
  person.sayCreated(feature);
  return feature.key;
}
