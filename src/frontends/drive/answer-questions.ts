// Who answers the questions of a run: a flag of this command, the YOLO table, or the person at the terminal.
import type { Answerer } from "../../app/run/run-phase.ts";
import type { RunFlags } from "../../domain/run/run.ts";
import { yoloAnswer } from "../../domain/run/yolo.ts";
import type { Ports } from "../../ports/ports.ts";
import type { DrivePlace } from "./context.ts";

/** `--yolo` takes the table's answers; a person at a terminal is asked; otherwise questions stay open. */
export function createAnswerer(place: DrivePlace, { yolo, finish }: Pick<RunFlags, "yolo" | "finish">): Answerer {
  const { person, emit, signal, ports } = place;
  return async (pendings) => {
    const answers: Record<string, string> = {};
    for (const question of pendings) {
      if (question.type !== "question" || question.id === undefined) return undefined;
      const { id, text, topic } = question;
      const byFlag = topic === "finish" ? finish : undefined;
      const byTable = yolo && byFlag === undefined ? yoloAnswer(topic) : undefined;
      const known = byFlag ?? byTable;
      if (known !== undefined) {
        answers[id] = known;
        emit({ type: "question-answered", id, text, answer: known, by: byFlag === undefined ? "yolo" : "person" });
        continue;
      }
      const said =
        yolo || !person.interactive ? undefined : await person.ask(question, () => isOpen(ports, id), signal);
      if (said === undefined) return undefined;
      if (said !== "answered-elsewhere") answers[id] = said.answer;
    }
    return answers;
  };
}

/** Somebody may answer it elsewhere while the prompt is shown. */
async function isOpen({ runs }: Ports, id: string): Promise<boolean> {
  return (await runs.open()).some(({ pendings }) => pendings.some((one) => one.type === "question" && one.id === id));
}
