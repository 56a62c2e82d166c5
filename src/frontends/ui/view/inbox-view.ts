// The inbox: every question, pause and reached budget of all features, what runs meanwhile, and what has ended.
import type { OverviewRow } from "../../../app/feature/overview.ts";
import { featureRef } from "./feature-ref.ts";
import { type Gathered, openRun } from "./gathered.ts";
import type { FeatureRef } from "./model/common.ts";
import type {
  AnsweredItem,
  BudgetNote,
  EndedItem,
  FailedStart,
  InboxView,
  QuestionCard,
  RunningFeature,
} from "./model/inbox.ts";
import { moneyOf } from "./money-of-feature.ts";
import { pageHead } from "./page-head.ts";
import { pauseCards } from "./pause-cards.ts";
import { roundOf } from "./rounds.ts";
import type { RunState } from "./run-state.ts";

export interface InboxInput {
  readonly repositories: readonly Gathered[];
  readonly questions: readonly QuestionCard[];
  readonly failedStarts: readonly FailedStart[];
  readonly now: Date;
  /** When the person last looked. */
  readonly since: string | undefined;
}

const DAY_MS = 86_400_000;
const MOST_ENDED = 30;
/** From here on a budget is worth a word. */
const NEARLY_SPENT = 0.8;

export function inboxView({ repositories, questions, failedStarts, now, since }: InboxInput): InboxView {
  const day = new Date(now.getTime() - DAY_MS).toISOString();
  const after = since ?? new Date(now.getTime() - 3 * DAY_MS).toISOString();
  return {
    ...pageHead(repositories, now),
    questions: questions.toSorted((one, other) => compare(one.since, other.since)),
    pauses: repositories.flatMap(pauseCards),
    budgets: repositories.flatMap(budgetNotes),
    running: repositories.flatMap(runningFeatures),
    ended: everyRun(repositories)
      .filter(({ run }) => run.lastAt > after) // most runs ended long ago: what they have cost need not be added up
      .flatMap(({ ref, run, lines }) => endedItems(ref, run, lines))
      .filter(({ at }) => at > after)
      .toSorted((one, other) => compare(other.at, one.at))
      .slice(0, MOST_ENDED),
    failedStarts,
    answered: everyRun(repositories)
      .flatMap(({ ref, run, kept }) => answeredItems(ref, run, kept))
      .filter(({ at }) => at > day)
      .toSorted((one, other) => compare(other.at, one.at))
      .slice(0, MOST_ENDED),
  };
}

function everyRun(repositories: readonly Gathered[]) {
  return repositories.flatMap(({ repository, features, runs: all, lines, kept }) => {
    const titles = new Map(features.map(({ key, description }) => [key, description]));
    return [...all].flatMap(([key, runs]) =>
      runs.map((run) => {
        const ref: FeatureRef = featureRef(repository.id, key, titles.get(key) ?? run.idea ?? key);
        return { ref, run, lines: lines.get(key) ?? [], kept };
      }),
    );
  });
}

function budgetNotes(one: Gathered): BudgetNote[] {
  const unfinished = one.features.filter(({ group }) => group !== "finished");
  return unfinished.flatMap((row) => {
    const { spent, budget } = moneyOf(one.lines.get(row.key) ?? [], one.budgets.get(row.key));
    if (spent === null || budget === null || spent < NEARLY_SPENT * budget) return [];
    const isReached = spent >= budget || openRun(one.runs.get(row.key))?.pause?.reason === "budget-reached";
    return [{ feature: featureRef(one.repository.id, row.key, row.description), spent, budget, isReached }];
  });
}

function runningFeatures(one: Gathered): RunningFeature[] {
  const works = ({ state }: OverviewRow) => state === "running" || state === "interrupted";
  return one.features.filter(works).flatMap((row) => {
    const run = openRun(one.runs.get(row.key));
    if (!run) return [];
    const isLeft = row.state === "interrupted";
    const lanes = isLeft ? [] : (one.lanes.get(run.run) ?? []);
    const feature = featureRef(one.repository.id, row.key, row.description);
    return [{ feature, phase: run.phase, round: roundOf(run), lanes, isLeft }];
  });
}

function endedItems(
  feature: FeatureRef,
  run: RunState,
  lines: readonly { run: string; cost: number | null }[],
): EndedItem[] {
  const { completed, endedAt, outcome } = run;
  const priced = lines.flatMap((line) => (line.run === run.run && line.cost !== null ? [line.cost] : []));
  const cost = priced.length === 0 ? null : priced.reduce((sum, one) => sum + one, 0);
  if (outcome === "abandoned" && endedAt !== null)
    return [{ feature, phase: run.phase, at: endedAt, outcome, rounds: null, cost, sha: null }];
  if (!completed) return [];
  const isEnd = run.phase === "finish" && endedAt !== null;
  const word = isEnd ? endOf(run) : (completed.outcome ?? "completed");
  return [
    { feature, phase: run.phase, at: completed.at, outcome: word, rounds: completed.rounds, cost, sha: completed.sha },
  ];
}

/** The person said how it should end. */
function endOf({ questions }: RunState): string {
  const answer = questions.findLast(({ topic }) => topic === "finish")?.answer;
  return answer === "pull-request" ? "pull-request" : "merged";
}

function answeredItems(feature: FeatureRef, { questions }: RunState, kept: Gathered["kept"]): AnsweredItem[] {
  return questions.flatMap(({ id, text, options, askedAt, answeredAt, answer, yolo }) => {
    const waiting = kept.get(id);
    const [said, at] = [answer ?? waiting?.answer, answeredAt ?? waiting?.at];
    if (said === undefined || at === undefined) return [];
    const label = options.find(({ value }) => value === said)?.label;
    const waitedMs = Date.parse(at) - Date.parse(askedAt);
    return [{ feature, id, at, text, answer: said, ...(label !== undefined && { label }), waitedMs, yolo }];
  });
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
