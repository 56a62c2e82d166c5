// Who answers the questions of a run: a flag of this command, the YOLO table, or the person at the terminal.
import { lookFirst } from "../../app/run/look-first.ts";
import type { Answerer } from "../../app/run/run-phase.ts";
import { canBeSkipped, type Pending, type Question } from "../../domain/run/questions/question.ts";
import { yoloAnswer } from "../../domain/run/questions/yolo.ts";
import type { RunFlags, RunHead } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";
import type { DrivePlace, Reading } from "./context.ts";

/** `--yolo` takes the table's answers; a person at a terminal is asked; otherwise questions stay open. */
export function createAnswerer(place: DrivePlace, { yolo, finish }: Pick<RunFlags, "yolo" | "finish">): Answerer {
  const { person, emit, signal, ports } = place;
  return async (pendings, run, mayAsk) => {
    const isThere = person.interactive && mayAsk;
    if (isThere && !yolo && canBeSkipped(pendings)) return askTogether(place, pendings);
    const answers: Record<string, string> = {};
    for (const question of pendings) {
      if (question.type !== "question" || question.id === undefined) return undefined;
      const { id, text, topic } = question;
      const byFlag = topic === "finish" ? finish : undefined;
      const byTable = yolo && byFlag === undefined ? yoloAnswer(topic) : undefined;
      const known = byFlag ?? byTable;
      if (known !== undefined) {
        answers[id] = known;
        const by = byFlag === undefined ? "yolo" : "person";
        emit({ type: "question-answered", id, text, answer: known, by, topic });
        continue;
      }
      if (yolo || !isThere) return undefined;
      const said = await person.ask(question, () => isOpen(ports, id), signal, await readingFor(place, run, question));
      if (said === undefined) return undefined;
      if (said !== "answered-elsewhere") answers[id] = said.answer;
    }
    return answers;
  };
}

async function askTogether({ person, ports, signal }: DrivePlace, questions: readonly Question[]) {
  const ids = questions.map(({ id = "" }) => id);
  const said = await person.askTogether(questions, () => isOpen(ports, ...ids), signal);
  if (said === undefined) return undefined;
  return said === "answered-elsewhere" ? {} : Object.fromEntries(ids.map((id, index) => [id, said[index] ?? ""]));
}

/** Somebody may answer elsewhere while the prompt is shown. */
async function isOpen({ runs }: Ports, ...ids: readonly string[]): Promise<boolean> {
  const isOneOf = (one: Pending) => one.type === "question" && one.id !== undefined && ids.includes(one.id);
  return (await runs.open()).some(({ pendings }) => pendings.some(isOneOf));
}

/** What the person can look at before they answer. */
export async function readingFor(
  { ports, wiring }: DrivePlace,
  run: RunHead,
  question: Question,
): Promise<Reading | undefined> {
  const look = lookFirst(ports, run, question);
  return look && { ...look, viewer: await wiring.openViewer(ports.repository.root) };
}
