// Questions and orders of a run: their ids, and the answer files next to the journal. An id is used once in the life of
// a feature. An answer file is created whole or not at all, and the first one counts.
import { join } from "node:path";
import * as z from "zod";
import { type HostOrder, ORDER_ANSWERS, type Question } from "../../../domain/run/question.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { parseJson } from "../../../domain/text/json.ts";
import { seal, unseal } from "../../../domain/text/seal.ts";
import { createWhole, listIfThere, makeFolder, readIfThere } from "../durable-files.ts";

/** What an answer file can be about. */
export type Answerable = Question | HostOrder;

const AnswerSchema = z.looseObject({ answer: z.string() });

export async function readAnswer(runFolder: string, question: Answerable): Promise<string | undefined> {
  const path = answerPath(runFolder, question);
  const bytes = await readIfThere(path);
  if (bytes === undefined) return undefined;
  const read = unseal(bytes);
  const content = AnswerSchema.safeParse(read.state === "damaged" ? undefined : read.value);
  if (content.success && isAnswerTo(question, content.data.answer)) return content.data.answer;
  const [first = "…", ...others] = valuesOf(question);
  const or = others.length === 0 ? "" : `   (or: ${others.join(", ")})`;
  throw new IflowError(
    "journal-corrupt",
    `${path} contains no valid answer to question ${question.id}, or is damaged`,
    { fix: `Remove ${path} and answer again: iflow answer ${question.id} ${first}${or}` },
  );
}

export async function hasAnswer(runFolder: string, question: Answerable): Promise<boolean> {
  return (await readIfThere(answerPath(runFolder, question))) !== undefined;
}

/** False when it was already answered. An answer that the question does not offer is refused. */
export async function storeAnswer(
  runFolder: string,
  question: Answerable,
  answer: string,
  at: string,
): Promise<boolean> {
  if (await hasAnswer(runFolder, question)) return false;
  if (!isAnswerTo(question, answer)) {
    throw new IflowError("usage", `"${answer}" is not a valid answer to question ${question.id}`, {
      ...(question.type === "question" && {
        detail: question.options.map(({ value, label }) => `${value}: ${label}`).join("\n"),
      }),
      fix: `Choose one of: ${valuesOf(question).join(", ")}`,
    });
  }
  await makeFolder(join(runFolder, "answers"));
  return createWhole(answerPath(runFolder, question), `${seal(JSON.stringify({ answer, at }))}\n`);
}

/** The prefix of a feature's question ids: its number, or the whole key when it has none. */
export function questionPrefix(feature: string): string {
  return /^\d+/.exec(feature)?.[0] ?? feature;
}

/**
 * The highest number used so far under this prefix, in any run, ended or not. Skips anything it does not understand: a
 * broken journal of an older run must not stop this one from asking.
 */
export async function lastQuestionNumber(runsFolder: string, prefix: string): Promise<number> {
  let last = 0;
  for (const run of await listIfThere(runsFolder)) {
    if (!run.startsWith(prefix)) continue;
    const text = (await readIfThere(join(runsFolder, run, "journal.jsonl")))?.toString("utf8") ?? "";
    for (const line of text.split("\n")) {
      if (!line.startsWith('{"type":"asked"')) continue;
      const id = AskedSchema.safeParse(parseJson(line)).data?.pending.id;
      if (id?.startsWith(`${prefix}.`)) last = Math.max(last, Number(id.slice(prefix.length + 1)) || 0);
    }
  }
  return last;
}

const AskedSchema = z.looseObject({ pending: z.looseObject({ id: z.string() }) });

function answerPath(runFolder: string, question: Answerable): string {
  return join(runFolder, "answers", `${question.id}.json`);
}

function isAnswerTo(question: Answerable, answer: string): boolean {
  return (question.type === "question" && question.freeText === true) || valuesOf(question).includes(answer);
}

function valuesOf(question: Answerable): readonly string[] {
  return question.type === "order" ? ORDER_ANSWERS : question.options.map(({ value }) => value);
}
