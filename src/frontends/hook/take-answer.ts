// What the user types into the host's own prompt counts as their answer if it begins with the id of an open question:
// nothing the model does gets here. `007.2 continue`.
import type { Question } from "../../domain/run/questions/question.ts";
import type { HookDesk, WaitingRun } from "../../ports/agents/hook-desk.ts";
import type { HookInput } from "./hook-input.ts";

/** The form of a typed answer: the id of the question, then the answer. */
export const ANSWER = /^(?:iflow answer )?([\w-]+\.\d+)[:\s]\s*([\s\S]+)$/;

export async function takeAnswer(desk: HookDesk, { prompt = "", session_id }: HookInput): Promise<object | undefined> {
  const text = prompt.trim();
  if (text.startsWith("/iflow:") && session_id !== undefined) await desk.setDriving(session_id, text);
  if (!ANSWER.test(text)) return undefined;
  const runs = await desk.openRuns();
  const said: string[] = [];
  for (const part of partsOf(text, runs)) said.push(...(await takeOne(desk, runs, part)));
  if (said.length === 0) return undefined;
  if (session_id !== undefined) await desk.setDriving(session_id, text);
  const additionalContext = `${said.join("\n")}\nIf an answer was not taken, tell the user; otherwise call the tool next.`;
  return { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext } };
}

/** Several questions may be answered at once; each answer starts on a new line with an id like that of an open one. */
function partsOf(text: string, runs: readonly WaitingRun[]): string[] {
  const ids = runs.flatMap(({ questions }) => questions.flatMap(({ id }) => id ?? []));
  const families = new Set(ids.map(familyOf));
  const parts: string[] = [];
  for (const line of text.split("\n")) {
    const id = ANSWER.exec(`${line} …`)?.[1]; // the answer itself may begin on the next line
    if (parts.length === 0 || (id !== undefined && families.has(familyOf(id)))) parts.push(line);
    else parts.push(`${parts.pop()}\n${line}`);
  }
  return parts;
}

/** `001` of `001.2`. */
function familyOf(id: string): string {
  return id.slice(0, id.lastIndexOf("."));
}

/** Messages about the result; empty when it answers no open question. */
async function takeOne(desk: HookDesk, runs: readonly WaitingRun[], part: string): Promise<string[]> {
  const [, id, words = ""] = ANSWER.exec(part.trim()) ?? [];
  const run = runs.find(({ questions }) => questions.some((one) => one.id === id));
  const question = run?.questions.find((one) => one.id === id);
  if (!run || !question || id === undefined) return [];
  const answer = readAnswer(question, words.trim());
  if (answer === undefined)
    return [`"${words.trim()}" is not a valid answer to ${id}. Choose one of: ${valuesOf(question)}.`];
  const stored = await desk.leaveAnswer(run.id, id, answer);
  return [
    stored
      ? `iflow has taken the user's answer to ${id}: ${answer}.`
      : `${id} was already answered; the first answer stands.`,
  ];
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
