// Who answers the questions of a run: a flag of this command, the YOLO table, or the person at the terminal.
import type { Answerer } from "../../app/run/run-phase.ts";
import type { Emit } from "../../domain/run/run-event.ts";
import { yoloAnswer } from "../../domain/run/yolo.ts";
import type { Person } from "./context.ts";

export interface AnswererOptions {
  readonly person: Person;
  readonly yolo: boolean;
  /** Answers by topic, given beforehand on the command line. */
  readonly given?: Readonly<Record<string, string | undefined>>;
  readonly emit: Emit;
  /** Whether the question is still open: somebody may answer it elsewhere while the prompt is shown. */
  isOpen(id: string): Promise<boolean>;
  /** Closes an open prompt when the command is interrupted. */
  readonly signal: AbortSignal;
}

/** `--yolo` takes the table's answers; a person at a terminal is asked; otherwise questions stay open. */
export function createAnswerer({ person, yolo, given, emit, isOpen, signal }: AnswererOptions): Answerer {
  return async (pendings) => {
    const answers: Record<string, string> = {};
    for (const question of pendings) {
      if (question.type !== "question" || question.id === undefined) return undefined;
      const { id, text, topic } = question;
      const byFlag = given?.[topic];
      const byTable = yolo && byFlag === undefined ? yoloAnswer(topic) : undefined;
      const known = byFlag ?? byTable;
      if (known !== undefined) {
        answers[id] = known;
        emit({ type: "question-answered", id, text, answer: known, by: byFlag === undefined ? "yolo" : "person" });
        continue;
      }
      const said = yolo || !person.interactive ? undefined : await person.ask(question, () => isOpen(id), signal);
      if (said === undefined) return undefined;
      if (said !== "answered-elsewhere") answers[id] = said.answer;
    }
    return answers;
  };
}
