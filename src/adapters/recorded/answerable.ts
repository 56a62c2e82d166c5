// What can be answered, and the numbers of questions. An id is used once in the life of a feature; the first answer counts.
import { type HostOrder, ORDER_ANSWERS, type Question } from "../../domain/run/questions/question.ts";
import { IflowError } from "../../domain/text/errors.ts";

/** What an answer can be about. */
export type Answerable = Question | HostOrder;

export function isAnswerTo(question: Answerable, answer: string): boolean {
  return (question.type === "question" && question.freeText === true) || valuesOf(question).includes(answer);
}

/** Throws for an answer that the question does not offer. */
export function requireAnswerTo(question: Answerable, answer: string): void {
  if (isAnswerTo(question, answer)) return;
  throw new IflowError("usage", `"${answer}" is not a valid answer to question ${question.id}`, {
    ...(question.type === "question" && {
      detail: optionLines(question),
    }),
    fix: `one of ${valuesOf(question).join(", ")}`,
  });
}

/** In two columns. */
function optionLines({ options }: Question): string {
  const width = Math.max(...options.map(({ value }) => value.length));
  return options.map(({ value, label }) => `${value.padEnd(width)}   ${label}`).join("\n");
}

/** The command that answers it, with every value it takes. */
export function answerCommand(question: Answerable): string {
  const [first = "…", ...others] = valuesOf(question);
  const or = others.length === 0 ? "" : `   (or: ${others.join(", ")})`;
  return `iflow answer ${question.id} ${first}${or}`;
}

/** The prefix of a feature's question ids: its number, or the whole key when it has none. */
export function questionPrefix(feature: string): string {
  return /^\d+/.exec(feature)?.[0] ?? feature;
}

/** The number in a question's id; 0 for an id of another feature, or of an order. */
export function questionNumber(id: string, prefix: string): number {
  return id.startsWith(`${prefix}.`) ? Number(id.slice(prefix.length + 1)) || 0 : 0;
}

function valuesOf(question: Answerable): readonly string[] {
  return question.type === "order" ? ORDER_ANSWERS : question.options.map(({ value }) => value);
}
