// A recorded step whose input has changed. The world moved while the run stood still. Only a person can say whether the
// recorded result still holds, so they are asked before anything else happens.
import type { Question } from "../../domain/run/questions/question.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { RunHistory } from "./run-history.ts";
import type { Wait, WaitingRoom } from "./waiting.ts";

/** A recorded step and the hash of its input in this replay. */
export interface Replayed {
  readonly step: string;
  readonly input: string;
}

/** Returns when every recorded result may be used. */
export async function settleChangedInputs(
  room: WaitingRoom,
  history: RunHistory,
  replayed: readonly Replayed[],
  waitFor: (waits: readonly Wait[]) => Promise<string[]>,
): Promise<void> {
  const waits: Wait[] = [];
  for (const { step, input } of replayed) {
    const changed = history.done.get(step)?.input !== input;
    const question = composeQuestion(step);
    const earlier = history.waits.get(question.name);
    const stands = changed && earlier?.input === input && earlier.answer !== "stop";
    if (earlier && !stands && earlier.answer === undefined) {
      await room.store.append({ type: "withdrawn", step: question.name });
    }
    if (changed) waits.push({ pending: question, recorded: stands ? earlier : undefined, input });
  }
  if (waits.length === 0) return;

  const answers = await waitFor(waits);
  const stopped = waits.find((_, index) => answers[index] === "stop");
  if (stopped) {
    throw new IflowError("journal-mismatch", `run ${room.runId} was stopped: ${stopped.pending.text}`, {
      fix: "Restore the input the step was recorded with, or run `iflow continue` and answer `keep`.",
    });
  }
}

function composeQuestion(step: string): Question {
  return {
    type: "question",
    name: `input-changed/${step}`,
    topic: "input-changed",
    text: `The step ${step} is recorded, but its input now differs from the one it was recorded with.`,
    options: [
      { value: "keep", label: "Keep the recorded result and continue" },
      { value: "stop", label: "Stop here; nothing is changed" },
    ],
    default: "stop",
  };
}
