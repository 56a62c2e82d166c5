// The two ways in which a phase waits: for an answer of the person, and for something outside of the run to change.
import type { Pause, Question } from "../../domain/run/questions/question.ts";
import type { Parts } from "./state/phase-run.ts";

/** The person's answer; the run is suspended until there is one. */
export async function askPerson({ run }: Parts<"run">, question: Omit<Question, "type">): Promise<string> {
  const [answer = ""] = await run.wait([{ type: "question", ...question }]);
  return answer;
}

/** A stop after which the `--yolo` of the past no longer counts: somebody has to look. */
export async function stopFor(
  { run, mode }: Parts<"mode" | "run">,
  pause: Omit<Pause, "type" | "hard">,
): Promise<void> {
  const [answer] = await run.wait([{ type: "pause", hard: true, ...pause }]);
  mode.continued(answer, pause.text);
}

/** A pause that the next `iflow continue` lifts. */
export async function pauseFor({ run }: Parts<"run">, pause: Omit<Pause, "type">): Promise<void> {
  await run.wait([{ type: "pause", ...pause }]);
}
