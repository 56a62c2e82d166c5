// What a client without hooks may answer in its user's name. Nobody can see whether the user really said it, so it is
// marked, and it never goes beyond what `--yolo` may decide: no hard stop, nothing that overrules a reviewer, gives
// reviewers words of "the person", deletes something, or leaves this machine. Those need a person at a terminal.
import type { Question } from "./question.ts";
import { yoloAnswer } from "./yolo.ts";

/** Any answer, or only these. A topic that is missing is for a person. */
const REPORTABLE: Readonly<Record<string, "any" | readonly string[]>> = {
  // what the user wants, and how far it goes
  requirements: "any",
  "brainstorm-clarify": "any",
  "brainstorm-type": "any",
  "author-question": "any",
  "brainstorm-decision": "any",
  closing: "any",
  backward: "any",
  skip: "any",
  "open-tasks": "any",
  finish: ["merge", "squash", "stop"], // a pull request is pushed
  // the other choice keeps what no reviewer was asked about, goes on without a task, or changes what the team has learned
  "task-failed": ["retry"],
  "other-files": ["leave"],
  "document-changed": ["restore"],
  "stale-entry": ["later"],
};

export const REPORTABLE_TOPICS = Object.keys(REPORTABLE);

/** The values that may be reported; none when only a person may answer. */
export function reportableValues({ topic, options }: Pick<Question, "topic" | "options">): readonly string[] {
  const allowed = yoloAnswer(topic) === undefined ? [] : (REPORTABLE[topic] ?? []);
  const values = options.map(({ value }) => value);
  return allowed === "any" ? values : values.filter((value) => allowed.includes(value));
}

export function mayBeReported(question: Pick<Question, "topic" | "options" | "freeText">, answer: string): boolean {
  if (reportableValues(question).includes(answer)) return true;
  return question.freeText === true && acceptsWords(question);
}

/** The user's own words, as the client has heard them. */
export function acceptsWords({ topic, freeText }: Pick<Question, "topic" | "freeText">): boolean {
  return freeText === true && yoloAnswer(topic) !== undefined && REPORTABLE[topic] === "any";
}
