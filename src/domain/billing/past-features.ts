// What earlier features of this repository took for the same phases, folded from one line per dispatch.

import { groupBy } from "../text/group-by.ts";
import { sumKnown } from "./bill.ts";
import type { LedgerLine } from "./ledger.ts";
import { isFree } from "./model-prices.ts";

export interface PastFeature {
  /** US dollars; null when something in it has no price. */
  readonly cost: number | null;
  /** Time in which at least one agent worked; time spent waiting for a person is not in it. */
  readonly minutes: number;
}

/** What the feature that is asked about is compared with. */
export interface Plan {
  readonly phases: readonly string[];
  readonly runtime: string;
  readonly proof?: "hook" | "self" | undefined;
  /** One author, one implementer, one reviewer: no earlier feature is compared with it, nor it with others. */
  readonly isLight?: boolean;
}

/** A feature and its brainstorm, if it grew out of one. */
export type FeatureLines = readonly LedgerLine[];

/** Those that went through all planned phases with the same runtime; scripted agents cost nothing and say nothing. */
export function similarFeatures(plan: Plan, features: readonly FeatureLines[]): PastFeature[] {
  if (isFree({ id: plan.runtime }) || plan.isLight) return [];
  return features.flatMap((lines) => {
    const own = lines.filter(({ phase }) => plan.phases.includes(phase));
    const phases = new Set(own.map(({ phase }) => phase));
    const isSimilar =
      plan.phases.every((phase) => phases.has(phase)) &&
      own.every((line) => line.runtime === plan.runtime && line.role !== "light-reviewer");
    return isSimilar ? [{ cost: costOfAll(own), minutes: workedMinutes(own) }] : [];
  });
}

/** Lines by feature; those of a brainstorm belong to the feature that `sources` names for its PRD. */
export function linesByFeature(
  lines: readonly LedgerLine[],
  sources: ReadonlyMap<string, string>,
): Map<string, LedgerLine[]> {
  return groupBy(lines, ({ prd, feature }) => (prd === undefined ? undefined : sources.get(fileName(prd))) ?? feature);
}

/** A brainstorm's file name holds its time and idea, so the folder does not matter. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function costOfAll(lines: FeatureLines): number | null {
  return lines.some(({ cost }) => cost === null) ? null : sumKnown(lines.map(({ cost }) => cost));
}

/** Agents side by side count once. */
function workedMinutes(lines: FeatureLines): number {
  const turns = lines
    .map(({ at, milliseconds }) => ({ begin: Date.parse(at) - milliseconds, end: Date.parse(at) }))
    .sort((one, other) => one.begin - other.begin);
  let [worked, until] = [0, Number.NEGATIVE_INFINITY];
  for (const { begin, end } of turns) {
    if (end <= until) continue;
    worked += end - Math.max(begin, until);
    until = end;
  }
  return worked / 60_000;
}
