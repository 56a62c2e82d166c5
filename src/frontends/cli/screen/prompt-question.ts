// Asks a question of a run at the terminal. The prompt closes when somebody answers elsewhere.
import type { Option, Question } from "../../../domain/run/question.ts";
import type { PersonsAnswer } from "../../drive/context.ts";

const TYPED = "\u0000typed";

export async function promptFor(
  question: Question,
  isOpen: () => Promise<boolean>,
  interrupted: AbortSignal,
): Promise<PersonsAnswer | undefined> {
  const { isCancel, select, text } = await import("@clack/prompts");
  const closed = new AbortController();
  const watch = setInterval(
    () =>
      void isOpen().then(
        (open) => open || closed.abort(),
        () => undefined,
      ),
    1000,
  );
  const common = { signal: AbortSignal.any([closed.signal, interrupted]), output: process.stderr };
  const options = question.options.map(({ value, label, hint }: Option) => ({ value, label, ...(hint && { hint }) }));
  try {
    let choice: string | symbol = TYPED;
    if (options.length > 0) {
      choice = await select({
        message: question.text,
        options: question.freeText ? [...options, { value: TYPED, label: "Type an answer" }] : options,
        ...(question.default !== undefined && { initialValue: question.default }),
        ...common,
      });
    }
    if (choice === TYPED) {
      choice = await text({ message: options.length > 0 ? "Your answer" : question.text, ...common });
    }
    if (closed.signal.aborted) return "answered-elsewhere";
    return isCancel(choice) || choice === "" ? undefined : { answer: choice as string };
  } finally {
    clearInterval(watch);
  }
}
