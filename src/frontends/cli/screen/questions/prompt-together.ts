// Several questions on one screen, each of which can be left out: Enter begins at once, or the person picks those they
// want to answer. Nothing is stored before they begin.
import type { Question } from "../../../../domain/run/questions/question.ts";
import { askOnce, whileOpen } from "./prompt-question.ts";

const BEGIN = "begin";
/** What the prompt needs beside a label; a wider one it breaks between two words. */
const BESIDE = 15;
/** A longer question is cut in the list, and whole where it is answered. */
const LONGEST = 70;
const ANSWERED = " (answered)";

export function promptTogether(
  questions: readonly Question[],
  isOpen: () => Promise<boolean>,
  interrupted: AbortSignal,
): Promise<readonly string[] | "answered-elsewhere" | undefined> {
  return whileOpen(isOpen, interrupted, async (signal, isClosed) => {
    const said = new Map<string, string>();
    for (;;) {
      const screen = screenOf(questions, said);
      const choice = await askOnce(screen, screen.options, BEGIN, signal);
      if (isClosed()) return "answered-elsewhere";
      if (choice === undefined) return undefined;
      if (choice === BEGIN) {
        process.stderr.write("\n"); // rows follow
        return questions.map(({ name, default: byDefault = "" }) => said.get(name) ?? byDefault);
      }
      const question = questions.find(({ name }) => name === choice);
      if (question) await answer(question, said, signal);
    }
  });
}

function screenOf(questions: readonly Question[], said: ReadonlyMap<string, string>): Question {
  const options = questions.map(({ name, text }) => {
    const hint = said.get(name);
    if (hint === undefined) return { value: name, label: cutTo(LONGEST, text) };
    const room = Math.min(LONGEST, (process.stderr.columns ?? 80) - BESIDE - ANSWERED.length);
    return { value: name, label: `${cutTo(room, text)}${ANSWERED}`, hint };
  });
  return {
    type: "question",
    name: BEGIN,
    topic: BEGIN,
    text: isAuthors(questions)
      ? "The author asks. What you leave out stays open in the PRD."
      : "Anything the author should know? What you leave out is left to them.",
    options: [{ value: BEGIN, label: said.size === 0 ? "No, start now" : "Start now" }, ...options],
  };
}

function cutTo(columns: number, text: string): string {
  return text.length <= columns ? text : `${text.slice(0, columns - 1)}…`;
}

function isAuthors(questions: readonly Question[]): boolean {
  return questions.every(({ topic }) => topic === "author-question");
}

/** A question with real choices shows them; where the only option is to leave it, the person types at once. */
async function answer(question: Question, said: Map<string, string>, signal: AbortSignal): Promise<void> {
  const isTyped = question.options.length === 1;
  const given = await askOnce(question, isTyped ? [] : question.options, question.default, signal);
  if (given === undefined) return; // back to the list
  if (given.trim() === "") said.delete(question.name);
  else said.set(question.name, given.trim());
}
