// An answer from the page. It is stored as `iflow answer` stores it, and the run goes on: by a terminal that waits at it, or
// by a process that is started now.
import { setTimeout as sleep } from "node:timers/promises";
import { canBeSkipped, type Pending, type Question } from "../../../domain/run/questions/question.ts";
import { isHosted, type RunSummary } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Ports } from "../../../ports/ports.ts";
import type { WatchedRepository } from "../read/watched-repository.ts";
import type { AnswerBody, SkipBody, SkipResult } from "../view/model/actions.ts";
import type { FeatureRef } from "../view/model/common.ts";
import type { AnswerResult } from "../view/model/inbox.ts";
import { problemOf } from "./command-end.ts";
import type { Starts } from "./starts.ts";
import { wordsOfContinue } from "./words.ts";

/** What an address names, found in what is shown. */
export interface Meant {
  readonly repository: WatchedRepository;
  readonly key: string;
  readonly feature: FeatureRef;
}

/** A terminal looks every second whether its question is still open, and then takes the run up itself. */
const TERMINAL_MS = 1800;
const LOOK_MS = 150;

export async function answerQuestion(
  starts: Starts,
  { repository, key, feature }: Meant,
  { id, answer }: AnswerBody,
): Promise<AnswerResult> {
  const { ports } = repository.place;
  const run = (await openRuns(ports, key)).find(({ pendings }) => questionsOf(pendings).some((one) => one.id === id));
  if (!run) return answeredBefore(ports, key, id);
  requirePage(run, id);
  requireTaken(
    questionsOf(run.pendings).find((one) => one.id === id),
    answer,
  );
  const stored = await ports.runs.answer(id, answer);
  if (stored !== "stored") return answeredBefore(ports, key, id);
  repository.forget();
  return { id, answer, stored: true, ...(await goOn(starts, repository, feature)) };
}

export async function skipQuestions(
  starts: Starts,
  { repository, key, feature }: Meant,
  { id }: SkipBody,
): Promise<SkipResult> {
  const { ports } = repository.place;
  const run = (await openRuns(ports, key)).find(({ pendings }) => questionsOf(pendings).some((one) => one.id === id));
  if (!run) throw noQuestion(id);
  requirePage(run, id);
  if (!canBeSkipped(run.pendings))
    throw new IflowError("usage", `${id} cannot be skipped`, { fix: "answer it, or leave it open" });
  const skipped: string[] = [];
  for (const { id: one = "", default: byDefault = "" } of run.pendings)
    if ((await ports.runs.answer(one, byDefault)) === "stored") skipped.push(one);
  repository.forget();
  return { skipped, ...(await goOn(starts, repository, feature)) };
}

async function openRuns({ runs }: Ports, key: string): Promise<RunSummary[]> {
  return (await runs.open()).filter(({ head }) => head.feature === key);
}

function questionsOf(pendings: readonly Pending[]): Question[] {
  return pendings.filter((one) => one.type === "question");
}

/** The first answer stands, whoever gave it. */
async function answeredBefore(ports: Ports, key: string, id: string): Promise<AnswerResult> {
  const answer = await ports.runs.answerTo(id);
  if (answer === undefined) throw noQuestion(id);
  return { id, answer, stored: false, run: await standingOf(ports, key), problem: null };
}

async function standingOf(ports: Ports, key: string): Promise<AnswerResult["run"]> {
  if ((await ports.runs.owner(key)) !== undefined) return "elsewhere";
  const open = await openRuns(ports, key);
  if (open.length === 0) return "over";
  return open.some(({ pendings }) => questionsOf(pendings).length > 0) ? "waits" : "left";
}

function noQuestion(id: string): IflowError {
  return new IflowError(
    "feature-unknown",
    `there is no open question ${id}: it was answered elsewhere, or its run is over`,
    {
      fix: "iflow status",
    },
  );
}

/** The host's user answers in the host, where its hooks see it. */
function requirePage(run: RunSummary, id: string): void {
  if (!isHosted(run)) return;
  throw new IflowError("needs-answer", `${id} belongs to a run in a host: only the host's user can answer it`, {
    fix: `type "${id} <answer>" into the host's prompt, or: iflow answer ${id}`,
  });
}

function requireTaken(question: Question | undefined, answer: string): void {
  const values = (question?.options ?? []).map(({ value }) => value);
  if (question?.freeText || values.includes(answer)) return;
  throw new IflowError("usage", `${question?.id} does not take own words`, { fix: `one of: ${values.join(", ")}` });
}

type GoingOn = Pick<AnswerResult, "run" | "problem">;

async function goOn(starts: Starts, repository: WatchedRepository, feature: FeatureRef): Promise<GoingOn> {
  const { key } = feature;
  const { ports } = repository.place;
  const [run] = await openRuns(ports, key);
  if (run && run.pendings.length > 0) return { run: "waits", problem: null };
  const patience = run && starts.isAlone(repository, run) ? 0 : TERMINAL_MS;
  for (let waited = 0; waited <= patience; waited += LOOK_MS) {
    if ((await ports.runs.owner(key)) !== undefined) return { run: "elsewhere", problem: null };
    if (patience > 0) await sleep(LOOK_MS);
  }
  try {
    await starts.begin({ repository, feature, words: wordsOfContinue(key, {}, undefined) });
    return { run: "started", problem: null };
  } catch (error) {
    const problem = problemOf(error);
    return problem.code === "locked" ? { run: "elsewhere", problem: null } : { run: "left", problem };
  }
}
