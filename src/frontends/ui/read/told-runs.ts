// What the stream has told of all runs, by feature and, of what works now, by run.
import type { RunState } from "../view/run-state.ts";
import type { RepositoryFeed } from "./repository-feed.ts";

export function runsByFeature(runs: readonly RunState[]): Map<string, RunState[]> {
  const byFeature = new Map<string, RunState[]>();
  for (const run of runs.toSorted((one, other) => compare(one.begunAt, other.begunAt))) {
    const own = byFeature.get(run.feature);
    if (own) own.push(run);
    else byFeature.set(run.feature, [run]);
  }
  return byFeature;
}

export function lanesByRun(runs: readonly RunState[], live: RepositoryFeed["live"]) {
  return new Map(runs.filter(({ endedAt }) => endedAt === null).map((run) => [run.run, lanesOf(run, live)] as const));
}

/** Who works according to the records, with what was last told of them. */
function lanesOf({ run, works }: RunState, live: RepositoryFeed["live"]) {
  return works
    .filter(({ status }) => status === "working")
    .map(({ step, lane, role, kind, activity, about, begin }) => {
      const known = live.get(`${run} ${kind === "check" ? "check" : step}`);
      const blank = {
        step,
        lane,
        role,
        kind,
        doing: about ?? activity ?? "",
        last: "",
        since: begin,
        tools: 0,
        tokens: null,
      };
      return known ? { ...known, step, kind } : blank;
    });
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
