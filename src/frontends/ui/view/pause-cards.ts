// What stopped and says why, with what the person can do about it here.
import { featureRef } from "./feature-ref.ts";
import { type Gathered, openRun } from "./gathered.ts";
import type { PauseAction, PauseCard } from "./model/inbox.ts";
import type { PauseState } from "./run-state.ts";

export function pauseCards({ repository, features, runs }: Gathered): PauseCard[] {
  return features.flatMap(({ key, description, state }) => {
    const run = openRun(runs.get(key));
    if (!run?.pause || (state !== "paused" && state !== "stopped")) return [];
    const { at, ...pause } = run.pause;
    const feature = featureRef(repository.id, key, description);
    return [{ feature, phase: run.phase, since: at, ...pause, actions: pauseActions(run.pause) }];
  });
}

export function pauseActions({ reason, fix }: PauseState): PauseAction[] {
  if (reason !== "budget-reached") return [{ label: "Continue", body: {}, needs: null }];
  const [dollars, times] = [asked(fix, "--max-cost"), asked(fix, "--max-dispatches")];
  if (times !== undefined && dollars === undefined)
    return [{ label: "Allow more dispatches", body: { maxDispatches: Math.ceil(times) }, needs: "maxDispatches" }];
  return [{ label: "Raise the budget", body: dollars === undefined ? {} : { maxCost: dollars }, needs: "maxCost" }];
}

/** The amount that the fix proposes. */
function asked(fix: string, flag: string): number | undefined {
  const amount = fix.split(" ")[fix.split(" ").indexOf(flag) + 1];
  return fix.includes(flag) && Number(amount) > 0 ? Number(amount) : undefined;
}
