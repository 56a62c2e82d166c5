// The cards of everything that waits for an answer, with what is worth reading before it is given.
import {
  documentOf,
  implementedChange,
  type LookedChange,
  lastRevision,
  wholeChange,
} from "../../../app/run/look-first.ts";
import { canBeSkipped, type Question } from "../../../domain/run/questions/question.ts";
import { isHosted, type RunSummary } from "../../../domain/run/run.ts";
import type { Ports } from "../../../ports/ports.ts";
import { diffView } from "../view/diff/parse-diff.ts";
import { featureRef } from "../view/feature-ref.ts";
import type { Gathered } from "../view/gathered.ts";
import type { DiffView } from "../view/model/common.ts";
import type { QuestionCard } from "../view/model/inbox.ts";
import { moneyOf } from "../view/money-of-feature.ts";
import { type Beside, questionCard } from "../view/question-card.ts";
import { factsOf, revisionWords, voicesOf } from "../view/questions/beside-question.ts";
import { findFeature, issuesOf, type KnownFeature } from "./feature/known-feature.ts";
import { mergeOf, receiptsOf } from "./feature/read-feature.ts";
import type { WatchedRepository } from "./watched-repository.ts";

/** `only`: of one feature. */
export async function questionCards(
  repository: WatchedRepository,
  gathered: Gathered,
  only?: string,
): Promise<QuestionCard[]> {
  const asking = gathered.open.filter(({ head }) => only === undefined || head.feature === only);
  const cards = await Promise.all(asking.map((run) => cardsOfRun(repository, gathered, run)));
  return cards.flat();
}

async function cardsOfRun(repository: WatchedRepository, gathered: Gathered, run: RunSummary): Promise<QuestionCard[]> {
  const { head, pendings } = run;
  const questions = pendings.filter((one): one is Question => one.type === "question" && one.id !== undefined);
  if (questions.length === 0) return [];
  const row = gathered.features.find(({ key }) => key === head.feature);
  const state = gathered.runs.get(head.feature)?.find((one) => one.run === head.id);
  const feature = featureRef(repository.id, head.feature, row?.description ?? head.idea ?? head.feature);
  const canSkip = canBeSkipped(pendings);
  const besides = await repository.besideOf(run, () => besideAll(repository, gathered, run, questions));
  return questions.map((question, at) =>
    questionCard({ feature, question, phase: head.phase, state, canSkip, isHosted: isHosted(run) }, besides[at]),
  );
}

/** What cannot be read is left out: a question can be answered without it. */
async function besideAll(
  repository: WatchedRepository,
  gathered: Gathered,
  run: RunSummary,
  questions: readonly Question[],
): Promise<Beside[]> {
  const known = await findFeature(repository, gathered, run.head.feature).catch(() => undefined);
  if (!known) return [];
  return Promise.all(questions.map((question) => besideOf(known, gathered, run, question)));
}

async function besideOf(
  known: KnownFeature,
  gathered: Gathered,
  { head }: RunSummary,
  { topic }: Question,
): Promise<Beside> {
  const { ports } = known;
  const file = documentOf(head);
  const isEnd = topic === "finish";
  const isJudged = ["at-cap", "breaker", "dispute", "cap-words", "closing"].includes(topic);
  const [issues, diff, outcomes, merge, receipts] = await Promise.all([
    issuesOf(known),
    diffOf(ports, head, topic).catch(() => null),
    isJudged ? ports.runs.outcomes(head.feature) : [],
    isEnd ? mergeOf(known) : null,
    isEnd ? receiptsOf(known) : [],
  ]);
  const open = issues.filter(({ phase, end }) => phase === head.phase && end === "open");
  const said = outcomes.filter((one) => one.run === head.id && !one.unanswered).map(({ outcome }) => outcome);
  const money = moneyOf(gathered.lines.get(head.feature) ?? [], gathered.budgets.get(head.feature));
  const state = gathered.runs.get(head.feature)?.find((one) => one.run === head.id);
  const isThere = file !== undefined && (await ports.tree.isThere(file));
  return {
    ...{ issues: open, voices: topic === "closing" ? [] : voicesOf(said, open), diff },
    document: isThere ? { name: file.slice(file.lastIndexOf("/") + 1), path: file } : null,
    facts: factsOf({ topic, state, money, merge, receipts }),
  };
}

async function diffOf(ports: Ports, head: RunSummary["head"], topic: string): Promise<DiffView | null> {
  const change = await changeFor(ports, head, topic);
  if (change === undefined || change.files.length === 0) return null;
  const { from, to, files } = change;
  const title = revisionWords(change.title);
  return diffView(await ports.commits.diff(from, to, files.slice(0, MOST_FILES)), { title, from, to, files });
}

/** In a page with other questions. */
const MOST_FILES = 100;

function changeFor(ports: Ports, head: RunSummary["head"], topic: string): Promise<LookedChange | undefined> {
  if (topic === "finish") return wholeChange(ports, head);
  if (head.phase === "implement") return implementedChange(ports, head);
  return lastRevision(ports, head);
}
