// What stands in for a feature while an idea has none, built only from the head of the run, so that any command can
// find it again; and the number of the next brainstorm.
import { slugOf, underRoot } from "../../domain/feature/feature-key.ts";
import { brainstormKey, brainstormNumber } from "../../domain/review/brainstorm.ts";
import type { RunHead } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";
import type { KnownFeature } from "./features.ts";

export function brainstormOf(head: Pick<RunHead, "feature" | "idea" | "branch" | "config">): KnownFeature {
  const idea = head.idea ?? "";
  return {
    feature: {
      key: head.feature,
      slug: slugOf(idea),
      folder: underRoot(head.config.artifactsRoot, "brainstorms"),
      description: idea,
      branch: head.branch,
    },
    meta: undefined,
    problem: undefined,
  };
}

/** The first number above every open brainstorm that no kept run uses, and none that begins in this moment. */
export async function nextBrainstormKey({ runs }: Pick<Ports, "runs">): Promise<string> {
  const open = (await runs.open()).map(({ head }) => brainstormNumber(head.feature) ?? 0);
  for (let number = 1 + Math.max(0, ...open); ; number++) {
    const key = brainstormKey(number);
    if ((await runs.ofFeature(key)).length === 0 && (await runs.owner(key)) === undefined) return key;
  }
}
