// What is known of a repository when a page is made: where its features stand, what the stream has told, and what was paid.
import type { OverviewRow } from "../../../app/feature/overview.ts";
import type { LedgerLine } from "../../../domain/billing/ledger.ts";
import type { RunSummary } from "../../../domain/run/run.ts";
import type { LaneView, RepositoryView } from "./model/common.ts";
import type { RunState } from "./run-state.ts";

export interface Gathered {
  readonly repository: RepositoryView;
  readonly features: readonly OverviewRow[];
  /** As their records have them. */
  readonly open: readonly RunSummary[];
  /** Of each feature, oldest first. */
  readonly runs: ReadonlyMap<string, readonly RunState[]>;
  /** What works, by run. */
  readonly lanes: ReadonlyMap<string, readonly LaneView[]>;
  /** Runs whose process is gone. */
  readonly left: ReadonlySet<string>;
  /** Answers that wait for their run to continue, by question. */
  readonly kept: ReadonlyMap<string, KeptAnswer>;
  /** Of each feature, its brainstorm included; oldest first. */
  readonly lines: ReadonlyMap<string, readonly LedgerLine[]>;
  /** US dollars, by feature; missing where nothing limits it. */
  readonly budgets: ReadonlyMap<string, number>;
}

export interface KeptAnswer {
  readonly answer: string;
  readonly at: string;
}

export const NOTHING: Omit<Gathered, "repository"> = {
  ...{
    features: [],
    open: [],
    runs: new Map(),
    lanes: new Map(),
    left: new Set(),
    kept: new Map(),
    lines: new Map(),
    budgets: new Map(),
  },
};

/** Those of a feature, with those of the brainstorm it grew out of, as its bill has them. */
export function runsOf({ runs, lines }: Pick<Gathered, "runs" | "lines">, key: string): RunState[] {
  const paid = new Set((lines.get(key) ?? []).map(({ run }) => run));
  const ideas = [...paid].flatMap((run) => {
    const idea = run.slice(0, run.indexOf("."));
    return idea === key ? [] : (runs.get(idea) ?? []).filter((one) => one.run === run);
  });
  return [...ideas, ...(runs.get(key) ?? [])];
}

/** One whose command ended by a reason that is on record, such as its budget, is paused: it was not cut off. */
export function withPause(row: OverviewRow, runs: readonly RunState[] | undefined): OverviewRow {
  const isPaused = row.state === "interrupted" && openRun(runs)?.pause;
  return isPaused ? { ...row, state: "paused", about: isPaused.text } : row;
}

/** A run whose process is gone: nothing works in it, whatever its records say. */
export function cutOff(run: RunState): RunState {
  const works = run.works.map((work) =>
    work.status === "working" ? { ...work, status: "interrupted" as const, end: run.lastAt } : work,
  );
  return { ...run, works };
}

/** The run that has not ended. */
export function openRun(runs: readonly RunState[] | undefined): RunState | undefined {
  return runs?.findLast(({ endedAt }) => endedAt === null);
}
