// The list of features: all that are active or planned, and on request those that are over. What to do next is
// determined in status.ts, whose results this lists.
import type { Ports } from "../../ports/ports.ts";
import { type FeatureStatus, readStatus } from "./status.ts";

export type ListedFeature = Pick<
  FeatureStatus,
  "key" | "description" | "phase" | "state" | "phases" | "depth" | "branch" | "lastActivity" | "project"
>;

export interface FeatureList {
  readonly features: readonly ListedFeature[];
  /** How many completed and abandoned features are left out. */
  readonly hidden: number;
}

export async function listFeatures(ports: Ports, artifactsRoot: string, all: boolean): Promise<FeatureList> {
  const known = await readStatus(ports, artifactsRoot, undefined);
  const shown = known.filter(({ state }) => all || (state !== "completed" && state !== "abandoned"));
  return {
    hidden: known.length - shown.length,
    features: shown.map(({ key, description, phase, state, phases, depth, branch, lastActivity, project }) => ({
      key,
      description,
      phase,
      state,
      phases,
      depth,
      branch,
      lastActivity,
      project,
    })),
  };
}
