// The rounds of each phase on a time line: a lane for each role, a bar for each dispatch and check.
import { costReport } from "../../../../domain/billing/cost-report.ts";
import { isHostTurns, isPing, type LedgerLine } from "../../../../domain/billing/ledger.ts";
import { groupBy } from "../../../../domain/text/group-by.ts";
import type { Bar, PhaseTimeline, TimelineLane } from "../model/feature.ts";
import type { RunState, WorkState } from "../run-state.ts";

/** Numbers of dispatches by run and step, as `iflow show --dispatch` has them. */
export type Numbers = ReadonlyMap<string, number>;

export const numberKey = (run: string, step: string): string => `${run} ${step}`;

export function timelines(runs: readonly RunState[], lines: readonly LedgerLine[], numbers: Numbers): PhaseTimeline[] {
  const byRun = groupBy(lines, ({ run }) => run);
  return runs.map((run) => timeline(run, byRun.get(run.run) ?? [], numbers));
}

function timeline(run: RunState, lines: readonly LedgerLine[], numbers: Numbers): PhaseTimeline {
  const { total } = costReport(lines, "phase");
  const asked = lines.filter((line) => !isPing(line) && !isHostTurns(line));
  return {
    ...{ run: run.run, feature: run.feature, phase: run.phase, begin: run.begunAt, end: run.endedAt },
    outcome: run.completed?.outcome ?? run.outcome,
    rounds: roundsOf(run.works),
    dispatches: asked.length,
    notFresh: asked.filter(({ kind }) => kind === "resume" || kind === "final" || kind === "repair").length,
    ...{ cost: total.cost, freshCost: total.freshCost },
    lanes: lanesOf(run, numbers),
  };
}

/** Where each round began. */
function roundsOf(works: readonly WorkState[]): PhaseTimeline["rounds"] {
  const rounds = new Map<number, string>();
  for (const { round, begin } of works) {
    const known = rounds.get(round);
    if (round > 0 && (known === undefined || begin < known)) rounds.set(round, begin);
  }
  return [...rounds].map(([round, at]) => ({ round, at })).sort((one, other) => one.round - other.round);
}

function lanesOf({ run, works }: RunState, numbers: Numbers): TimelineLane[] {
  return [...groupBy(works, ({ lane }) => lane)].map(([lane, own]) => ({
    lane,
    busyMs: own.reduce((sum, { begin, end }) => sum + (end === null ? 0 : Date.parse(end) - Date.parse(begin)), 0),
    bars: own.map((work) => barOf(work, numbers.get(numberKey(run, work.step)) ?? null)),
  }));
}

function barOf(work: WorkState, dispatch: number | null): Bar {
  const { verdict } = work;
  return {
    ...{ step: work.step, dispatch, begin: work.begin, end: work.end, round: work.round, kind: work.kind },
    ...{ isFinal: work.kind === "final", status: work.status, verdict: verdictWord(verdict) },
    blockers: verdict?.blockers ?? 0,
    warnings: verdict?.warnings ?? 0,
    suggestions: verdict?.suggestions ?? 0,
    ...{ activity: work.activity, about: work.error ?? work.about, cost: work.cost },
  };
}

function verdictWord(verdict: WorkState["verdict"]): Bar["verdict"] {
  if (verdict === null) return null;
  if (!verdict.isReadable) return "unreadable";
  return verdict.passed ? "approved" : "refused";
}
