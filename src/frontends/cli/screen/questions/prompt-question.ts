// Asks a question of a run at the terminal. The prompt closes when somebody answers elsewhere. Looking at what the
// question is about is no answer: the same question is asked again afterwards.
import { plainWords } from "../../../../domain/run/events/plain-words.ts";
import type { Option, Question } from "../../../../domain/run/questions/question.ts";
import type { PersonsAnswer, Reading } from "../../../drive/context.ts";
import type { Terminal } from "../terminal.ts";
import { wrapWords } from "../wrap-words.ts";
import { fitOption } from "./fit-option.ts";
import { withOwnSignal } from "./own-signal.ts";
import { indented } from "./pending-text.ts";
import { readWith } from "./read-first.ts";

/** No answer begins with it. */
const TYPED = "\u0000typed";
const LOOK = "\u0000look";
const EDIT = "\u0000edit";

export async function promptFor(
  terminal: Pick<Terminal, "alert">,
  question: Question,
  isOpen: () => Promise<boolean>,
  interrupted: AbortSignal,
  reading?: Reading,
): Promise<PersonsAnswer | undefined> {
  return whileOpen(isOpen, interrupted, async (signal, isClosed) => {
    for (let cursor = question.default; ; ) {
      const choice = await askOnce(question, optionsOf(question, reading), cursor, signal);
      if (isClosed()) return "answered-elsewhere";
      if (choice === undefined || choice === "") return undefined;
      if (reading === undefined || (choice !== LOOK && choice !== EDIT)) return { answer: choice };
      await readWith(terminal, reading, choice === LOOK ? "pager" : "editor");
      cursor = choice;
    }
  });
}

/** The signal ends a prompt whose question was answered elsewhere, or whose command is interrupted. */
export async function whileOpen<Answer>(
  isOpen: () => Promise<boolean>,
  interrupted: AbortSignal,
  ask: (signal: AbortSignal, isClosed: () => boolean) => Promise<Answer>,
): Promise<Answer> {
  const closed = new AbortController();
  const look = () =>
    isOpen().then(
      (open) => open || closed.abort(),
      () => undefined,
    );
  const watch = setInterval(() => void look(), 1000);
  try {
    return await ask(AbortSignal.any([closed.signal, interrupted]), () => closed.signal.aborted);
  } finally {
    clearInterval(watch);
  }
}

/** Undefined when the person leaves, or somebody answers elsewhere. */
export async function askOnce(
  { text: asked, detail, freeText }: Question,
  options: readonly Option[],
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { select, text } = await import("@clack/prompts");
  const output = process.stderr;
  // the prompt draws a bar and a blank before each line
  const columns = output.columns ?? 80;
  const about = detail === undefined ? "" : `\n\n${indented(detail, columns - 3)}\n`;
  const message = `${wrapWords(plainWords(asked), columns - 4).join("\n")}${about}`;
  let choice: string | symbol = TYPED;
  if (options.length > 0) {
    const offered = [...options, ...(freeText ? [{ value: TYPED, label: "Type an answer" }] : [])];
    const list = {
      message,
      options: offered.map((option) => fitOption(option, columns)),
      ...(cursor !== undefined && { initialValue: cursor }),
    };
    choice = await withOwnSignal(signal, (own) => select({ ...list, signal: own, output }));
  }
  if (choice === TYPED) {
    const typed = options.length > 0 ? "Your answer" : message;
    choice = await withOwnSignal(signal, (own) => text({ message: typed, signal: own, output }));
  }
  return typeof choice === "string" ? choice : undefined; // a symbol says that the prompt was left
}

/** `review` ends the run where it cannot be looked at from here; at a terminal it gives way to looking. */
function optionsOf({ options }: Question, reading: Reading | undefined): readonly Option[] {
  if (reading === undefined) return options;
  const { editor } = reading.viewer;
  return [
    ...options.filter(({ value }) => value !== "review"),
    { value: LOOK, label: "Look first", hint: `shows ${reading.what}, then asks again` },
    ...(editor !== undefined && reading.file !== undefined
      ? [{ value: EDIT, label: "Open it in your editor", hint: `${editor}, then asks again` }]
      : []),
  ];
}
