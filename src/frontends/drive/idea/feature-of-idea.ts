// An idea becomes a feature: the one of its PRD if an earlier attempt got that far, else a new one.
import { begunChain } from "../../../app/feature/create/begun-chain.ts";
import { createFeature } from "../../../app/feature/create/create-feature.ts";
import { knownFeatures } from "../../../app/feature/features.ts";
import type { PhaseEnd } from "../../../app/phases/document/document-phase.ts";
import type { Decision } from "../../../domain/feature/meta/decision.ts";
import type { RunFlags } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { RuntimeChoice } from "../../../ports/wiring.ts";
import type { DrivePlace } from "../context.ts";
import { chooseStart } from "../place/choose-start.ts";

/** The PRD of a brainstorm, and what the person decided in it. */
export interface Brainstormed {
  readonly prd: string;
  /** If the working tree does not have it. */
  readonly text?: string;
  readonly decisions?: readonly Decision[];
}

export interface FeatureRequest extends Partial<Brainstormed> {
  readonly idea: string;
  /** What the chain that continues with it keeps. */
  readonly kept: RunFlags;
  readonly runtime: RuntimeChoice;
}

export function brainstormed({ facts }: PhaseEnd): Brainstormed {
  return { prd: String(facts?.prd), decisions: (facts?.decisions ?? []) as unknown as Decision[] }; // written by brainstorm
}

export async function featureFor(place: DrivePlace, request: FeatureRequest): Promise<string> {
  const { idea, prd, decisions = [], kept, runtime } = request;
  const { person, ports, config } = place;
  const known = await knownFeatures(ports, config.artifactsRoot);
  const made = prd === undefined ? undefined : known.find(({ meta }) => meta?.brainstorm_source === prd);
  if (made) return made.feature.key;
  const text = prd === undefined ? undefined : ((await ports.tree.read(prd)) ?? request.text);
  if (prd !== undefined && text === undefined) {
    throw new IflowError("blocked", `the PRD ${prd} is gone`, {
      fix: `iflow run ${shellWord(idea)} --new   (starts over)`,
    });
  }
  const { depth } = kept;
  const feature = await createFeature(ports, config, {
    ...((depth === "auto" || depth === "light") && { depth }),
    ...{ text: idea, decisions, chain: begunChain(kept, runtime) },
    ...(await chooseStart(place, kept)),
    ...(prd !== undefined && text !== undefined && { prd: { path: prd, text } }),
  });
  person.sayCreated(feature);
  return feature.key;
}
