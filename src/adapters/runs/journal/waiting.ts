// How a run waits: a question is recorded first, then answers are looked up; unless all of them exist, the run
// suspends. A recorded answer is never looked up again, so each answer is used exactly once.
import { join } from "node:path";
import { type Pending, STOP_ANSWERS } from "../../../domain/run/question.ts";
import { Suspended } from "../../../ports/runs.ts";
import type { JournalFile } from "./journal-file.ts";
import { lastQuestionNumber, questionPrefix, readAnswer } from "./questions.ts";
import type { RecordedWait } from "./run-history.ts";

export interface Wait {
  readonly pending: Pending;
  /** What the journal holds about it. */
  readonly recorded: RecordedWait | undefined;
  /** For a question about a changed input: the input it asks about. */
  readonly input?: string;
}

export interface WaitingRoom {
  readonly file: JournalFile;
  readonly runsFolder: string;
  readonly runId: string;
  readonly feature: string;
  readonly openings: number;
  /** The command of this opening said `--yolo`. */
  readonly yolo: boolean;
  now(): string;
}

export async function waitForAnswers(room: WaitingRoom, waits: readonly Wait[]): Promise<string[]> {
  const asked = await ask(room, waits);
  const answers = await Promise.all(asked.map((wait) => findAnswer(room, wait)));
  const open = asked.filter((_, index) => answers[index] === undefined).map(({ pending }) => pending);
  if (open.length > 0) throw new Suspended(open);

  const given: string[] = [];
  for (const [index, { pending, answer: recorded }] of asked.entries()) {
    const answer = answers[index] ?? "";
    if (recorded === undefined)
      await room.file.append({ type: "answered", step: pending.name, answer, at: room.now() });
    given.push(answer);
  }
  return given;
}

/** Each pending is recorded once; from then on the recorded version counts, because the person was shown that one. */
async function ask(room: WaitingRoom, waits: readonly Wait[]): Promise<RecordedWait[]> {
  const prefix = questionPrefix(room.feature);
  const isNewQuestion = waits.some(({ pending, recorded }) => recorded === undefined && pending.type === "question");
  let number = isNewQuestion ? await lastQuestionNumber(room.runsFolder, prefix) : 0;

  const asked: RecordedWait[] = [];
  for (const { pending, recorded, input } of waits) {
    if (recorded) {
      asked.push(recorded);
      continue;
    }
    const shown: Pending = pending.type === "question" ? { ...pending, id: `${prefix}.${++number}` } : pending;
    const record = await room.file.append({
      type: "asked",
      step: pending.name,
      pending: shown,
      ...(input !== undefined && { input }),
      at: room.now(),
    });
    asked.push({ pending: record.pending, answer: undefined, askedIn: room.openings, input });
  }
  return asked;
}

async function findAnswer(room: WaitingRoom, { pending, answer, askedIn }: RecordedWait): Promise<string | undefined> {
  if (answer !== undefined) return answer;
  if (pending.type === "pause") {
    if (askedIn >= room.openings) return undefined;
    return pending.hard && room.yolo ? STOP_ANSWERS.yolo : STOP_ANSWERS.watched;
  }
  return readAnswer(join(room.runsFolder, room.runId), pending);
}
