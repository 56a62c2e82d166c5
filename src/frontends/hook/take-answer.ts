// What the user types into the host's own prompt is their answer when it begins with the id of an open question: nothing the
// model does gets here. `007.2 continue`.
import type { Question } from "../../domain/question.ts";
import type { HookDesk } from "../../ports/hook-desk.ts";
import type { HookInput } from "./run-hook.ts";

/** The form in which an answer is typed: the id of the question, then the answer. */
export const ANSWER = /^(?:iflow answer )?([\w-]+\.\d+)[:\s]\s*([\s\S]+)$/;

export async function takeAnswer(desk: HookDesk, { prompt = "", session_id }: HookInput): Promise<object | undefined> {
  const text = prompt.trim();
  if (text.startsWith("/iflow:") && session_id !== undefined) await desk.setDriving(session_id, text);
  const [, id, words = ""] = ANSWER.exec(text) ?? [];
  if (id === undefined) return undefined;
  for (const run of await desk.openRuns()) {
    const question = run.questions.find((one) => one.id === id);
    if (!question) continue;
    const answer = readAnswer(question, words.trim());
    if (answer === undefined)
      return tell(`"${words.trim()}" is no answer to ${id}. It takes: ${valuesOf(question)}. Tell the user.`);
    if (session_id !== undefined) await desk.setDriving(session_id, text);
    const stored = await desk.leaveAnswer(run.id, id, answer);
    return tell(
      stored
        ? `iflow has taken the user's answer to ${id}: ${answer}. Go on: call the tool next.`
        : `${id} was answered before; the first answer stands. Call the tool next.`,
    );
  }
  return undefined;
}

function readAnswer({ options, freeText }: Question, words: string): string | undefined {
  const option = options.find(({ value, label }) =>
    [value, label].some((one) => one.toLowerCase() === words.toLowerCase()),
  );
  return option?.value ?? (freeText ? words : undefined);
}

function valuesOf({ options, freeText }: Question): string {
  return [...options.map(({ value }) => value), ...(freeText ? ["your own words"] : [])].join(", ");
}

function tell(additionalContext: string): object {
  return { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext } };
}
