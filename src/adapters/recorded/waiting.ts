// How a run waits: a question is recorded first, then answers are looked up; unless all of them exist, the run
// suspends. A recorded answer is never looked up again, so each answer is used exactly once.
import { type Pending, STOP_ANSWERS } from "../../domain/run/questions/question.ts";
import type { RecordedWait } from "./run-history.ts";
import type { RunStore } from "./run-store.ts";

export interface Wait {
  readonly pending: Pending;
  /** What the journal holds about it. */
  readonly recorded: RecordedWait | undefined;
  /** For a question about a changed input: the input it asks about. */
  readonly input?: string;
}

export interface WaitingRoom {
  readonly store: Pick<RunStore, "append" | "answers">;
  readonly runId: string;
  readonly openings: number;
  /** The command of this opening said `--yolo`. */
  readonly yolo: boolean;
  /** Told of what a branch waits for, before it rests. */
  settle?: (open: readonly Pending[]) => Promise<void>;
  /** One at a time, in the order of the calls: branches ask at the same time, and numbers are given once. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Each pending is recorded once; from then on the recorded version counts, because the person was shown that one. */
export function ask(room: WaitingRoom, waits: readonly Wait[]): Promise<RecordedWait[]> {
  return room.inTurn(async () => {
    const { answers } = room.store;
    const isNewQuestion = waits.some(({ pending, recorded }) => recorded === undefined && pending.type === "question");
    let number = isNewQuestion ? await answers.lastNumber() : 0;
    const asked: RecordedWait[] = [];
    for (const { pending, recorded, input } of waits) {
      if (recorded) {
        asked.push(recorded);
        continue;
      }
      const shown: Pending =
        pending.type === "question" ? { ...pending, id: `${answers.prefix}.${++number}` } : pending;
      const record = await room.store.append({
        type: "asked",
        step: pending.name,
        pending: shown,
        ...(input !== undefined && { input }),
      });
      asked.push({ pending: record.pending, answer: undefined, askedIn: room.openings, input });
    }
    return asked;
  });
}

/** All answers, recorded; or, while one is missing, what has none. */
export async function takeAnswers(
  room: WaitingRoom,
  asked: readonly RecordedWait[],
): Promise<{ readonly answers: string[] } | { readonly open: Pending[] }> {
  const answers = await Promise.all(asked.map((wait) => findAnswer(room, wait)));
  const open = asked.filter((_, index) => answers[index] === undefined).map(({ pending }) => pending);
  if (open.length > 0) return { open };

  const given: string[] = [];
  for (const [index, { pending, answer: recorded }] of asked.entries()) {
    const answer = answers[index] ?? "";
    if (recorded === undefined) await room.store.append({ type: "answered", step: pending.name, answer });
    given.push(answer);
  }
  return { answers: given };
}

async function findAnswer(room: WaitingRoom, { pending, answer, askedIn }: RecordedWait): Promise<string | undefined> {
  if (answer !== undefined) return answer;
  if (pending.type === "pause") {
    if (askedIn >= room.openings) return undefined;
    return pending.hard && room.yolo ? STOP_ANSWERS.yolo : STOP_ANSWERS.watched;
  }
  return room.store.answers.of(pending);
}
