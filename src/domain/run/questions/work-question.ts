// What a person is asked when `iflow run "<idea>"` could mean something that was begun before.
import type { Option, Question } from "./question.ts";

export interface BegunWork {
  /** What is typed to continue with it. */
  readonly key: string;
  readonly idea: string;
  /** `a feature, on feature/007-rate-limit` */
  readonly what: string;
}

export const NEW_WORK = "new";

/** Its answers are the keys, and `new`. */
export function workQuestion(begun: readonly BegunWork[]): Question {
  const options: Option[] = begun.map(({ key, idea, what }) => ({ value: key, label: `${key}: ${idea}`, hint: what }));
  const first = options.at(-1)?.value; // the newest
  return {
    type: "question",
    name: "which-work",
    topic: "which-work",
    text: "This idea was begun before. Which one do you mean?",
    options: [...options, { value: NEW_WORK, label: "None of them", hint: "begins anew" }],
    ...(first !== undefined && { default: first }),
  };
}
