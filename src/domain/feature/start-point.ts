// Where a feature's branch begins: at the base branch. If HEAD is on the branch of another feature that is not merged, a
// person may want to build on that one instead; nobody else decides that.
import type { BaseChoice } from "./base-branch.ts";
import { branchOf, isFeatureKey } from "./feature-key.ts";

export interface StartFacts {
  readonly base: BaseChoice;
  /** The branch HEAD is on. */
  readonly current: string;
  /** The feature to build on: the one that was named, else the one HEAD is on. Left out when it is merged or given up. */
  readonly feature: string | undefined;
  /** What the person said: `base`, or the key of a feature; undefined when nobody has said anything. */
  readonly from: string | undefined;
}

export type Start =
  | { readonly type: "at"; readonly branch: string; readonly stackedOn: string | undefined }
  | ({ readonly type: "ask" } & OpenStart)
  /** There is no base branch, or several could be. */
  | { readonly type: "no-base"; readonly missing: string | undefined };

export interface OpenStart {
  readonly base: string;
  /** Not merged into the base branch. */
  readonly feature: string;
}

/** `from` of a start at the base branch. */
export const BASE = "base";

export function chooseStart({ base, current, feature, from }: StartFacts): Start {
  const isNamed = from !== undefined && from !== BASE;
  if (isNamed && feature !== undefined) return { type: "at", branch: branchOf(feature), stackedOn: feature };
  if (base.type === "known") {
    if (from === undefined && feature !== undefined) return { type: "ask", base: base.branch, feature };
    return { type: "at", branch: base.branch, stackedOn: undefined };
  }
  if (base.type === "missing") return { type: "no-base", missing: base.branch };
  // finish asks which branch the feature is merged into; until then the person's own branch is as good as any
  if (featureOf(current) === undefined) return { type: "at", branch: current, stackedOn: undefined };
  return { type: "no-base", missing: undefined };
}

/** The feature whose branch this is, by its name. */
export function featureOf(branch: string): string | undefined {
  const key = branch.replace(/^feature\//, "");
  return key !== branch && isFeatureKey(key) ? key : undefined;
}
