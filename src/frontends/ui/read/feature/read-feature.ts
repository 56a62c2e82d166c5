// Everything that the page of one feature shows, from its history, its commits, its files and what the stream has told.

import { wholeChange } from "../../../../app/run/look-first.ts";
import { isFeatureKey } from "../../../../domain/feature/feature-key.ts";
import { RECEIPTS_FILE, readReceipts } from "../../../../domain/receipts/receipt-file.ts";
import { parseTasks } from "../../../../domain/tasks/task-list.ts";
import type { LoggedCommit } from "../../../../ports/git/merging.ts";
import type { Ports } from "../../../../ports/ports.ts";
import { boardCard } from "../../view/board-view.ts";
import { receiptViews } from "../../view/feature/receipt-views.ts";
import { roundChanges } from "../../view/feature/round-changes.ts";
import { skippedIn, taskViews } from "../../view/feature/task-views.ts";
import { type Numbers, numberKey, timelines } from "../../view/feature/timelines.ts";
import type { Gathered } from "../../view/gathered.ts";
import type { PageHead } from "../../view/model/common.ts";
import type { FeatureView, MergeView, ReceiptView } from "../../view/model/feature.ts";
import type { QuestionCard } from "../../view/model/inbox.ts";
import type { RunState } from "../../view/run-state.ts";
import { issuesOf, type KnownFeature, logOf } from "./known-feature.ts";
import { documentRefs } from "./read-documents.ts";

export async function featureView(
  gathered: Gathered,
  known: KnownFeature,
  questions: readonly QuestionCard[],
  head: PageHead,
): Promise<FeatureView> {
  const { row, ports, place, runs } = known;
  const [issues, log, numbers, merge] = await Promise.all([
    issuesOf(known),
    logOf(known),
    numbersOf(ports, runs),
    mergeOf(known),
  ]);
  const [documents, receipts, tasks] = await Promise.all([
    documentRefs(place, { key: row.key, issues, phases: row.phases }),
    receiptsWith(known, log),
    tasksOf(known, log, numbers),
  ]);
  return {
    ...head,
    card: boardCard(gathered, row),
    timelines: timelines(runs, gathered.lines.get(row.key) ?? [], numbers),
    changes: roundChanges(log),
    commits: log.slice(0, MOST_COMMITS).map(({ sha, subject }) => ({ sha, subject })),
    ...{ questions, issues, documents, tasks, receipts, merge },
  };
}

const MOST_COMMITS = 200;

async function numbersOf({ runs }: Ports, states: readonly RunState[]): Promise<Numbers> {
  const features = [...new Set(states.map(({ feature }) => feature))];
  const found = await Promise.all(features.map((feature) => runs.outcomes(feature)));
  return new Map(
    found.flatMap((outcomes) =>
      outcomes.map(({ run, outcome }, at) => [numberKey(run, outcome.step), at + 1] as const),
    ),
  );
}

export async function receiptsOf(known: KnownFeature): Promise<ReceiptView[]> {
  return receiptsWith(known, await logOf(known));
}

async function receiptsWith(
  { row, place, config }: KnownFeature,
  log: readonly LoggedCommit[],
): Promise<ReceiptView[]> {
  const file = `${place.folder}/${RECEIPTS_FILE}`;
  return receiptViews(readReceipts(await place.read(file), row.key), log, config.artifactsRoot, file);
}

async function tasksOf({ place, runs }: KnownFeature, log: readonly LoggedCommit[], numbers: Numbers) {
  const [text, done] = await Promise.all([
    place.read(`${place.folder}/tasks.md`),
    place.read(`${place.folder}/implementation-log.md`),
  ]);
  const parsed = text === undefined || text.length > LARGEST_LIST ? undefined : parseTasks(text);
  if (!parsed?.ok) return [];
  return taskViews({ tasks: parsed.tasks, runs, log, numbers, skipped: skippedIn(done ?? "") });
}

const LARGEST_LIST = 1_000_000;

export async function mergeOf({ row, ports, config }: KnownFeature): Promise<MergeView | null> {
  if (!isFeatureKey(row.key) || row.group === "finished") return null;
  const change = await wholeChange(ports, { branch: row.branch, config }).catch(() => undefined);
  if (change === undefined) return null;
  const { base, to, documents } = change;
  const [total, conflicts] = await Promise.all([
    ports.merging.total(base, to, `${config.artifactsRoot}/features`),
    ports.merging.conflicts(base, to).catch(() => []),
  ]);
  return { base, conflicts, ...total, documents };
}
