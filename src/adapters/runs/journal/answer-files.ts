// The answer files next to a journal. One is created whole or not at all, and the first one counts.
import { join } from "node:path";
import * as z from "zod";
import { IflowError } from "../../../domain/text/errors.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import { seal, unseal } from "../../../domain/text/json/seal.ts";
import {
  type Answerable,
  answerCommand,
  isAnswerTo,
  questionNumber,
  requireAnswerTo,
} from "../../recorded/answerable.ts";
import { createWhole, listIfThere, makeFolder, readIfThere } from "../durable-files.ts";

const AnswerSchema = z.looseObject({ answer: z.string() });

export async function readAnswer(runFolder: string, question: Answerable): Promise<string | undefined> {
  const path = answerPath(runFolder, question);
  const bytes = await readIfThere(path);
  if (bytes === undefined) return undefined;
  const read = unseal(bytes);
  const content = AnswerSchema.safeParse(read.state === "damaged" ? undefined : read.value);
  if (content.success && isAnswerTo(question, content.data.answer)) return content.data.answer;
  throw new IflowError(
    "journal-corrupt",
    `${path} contains no valid answer to question ${question.id}, or is damaged`,
    { fix: `Remove ${path} and answer again: ${answerCommand(question)}` },
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
  requireAnswerTo(question, answer);
  await makeFolder(join(runFolder, "answers"));
  return createWhole(answerPath(runFolder, question), `${seal(JSON.stringify({ answer, at }))}\n`);
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
      if (id !== undefined) last = Math.max(last, questionNumber(id, prefix));
    }
  }
  return last;
}

const AskedSchema = z.looseObject({ pending: z.looseObject({ id: z.string() }) });

function answerPath(runFolder: string, question: Answerable): string {
  return join(runFolder, "answers", `${question.id}.json`);
}
