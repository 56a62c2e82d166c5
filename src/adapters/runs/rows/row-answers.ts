// Answers as rows: the first one to a question counts, wherever it was given.
import * as z from "zod";
import { IflowError } from "../../../domain/text/errors.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import { type Answerable, questionNumber, requireAnswerTo } from "../../recorded/answerable.ts";
import type { RowPlace } from "./row-run.ts";

export async function readRowAnswer(
  { database, repository }: RowPlace,
  run: string,
  { id }: Answerable,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const [row] = await database.rows<{ answer: string }>(
    "select answer from iflow.answer where repository = $1 and run = $2 and question = $3",
    [repository, run, id],
  );
  return row?.answer;
}

/** False when it was already answered. An answer that the question does not offer is refused. */
export async function storeRowAnswer(
  { database, repository }: RowPlace,
  run: string,
  question: Answerable,
  answer: string,
): Promise<boolean> {
  if ((await readRowAnswer({ database, repository }, run, question)) !== undefined) return false;
  requireAnswerTo(question, answer);
  if (answer.includes("\0")) {
    throw new IflowError("usage", "an answer has no NUL character in it", { fix: "Say it in words." });
  }
  const stored = await database.rows(
    `insert into iflow.answer (repository, run, question, answer) values ($1, $2, $3, $4)
     on conflict do nothing returning question`,
    [repository, run, question.id, answer],
  );
  return stored.length > 0;
}

/** The highest number used so far under this prefix, in any run, ended or not. */
export async function lastQuestionNumber({ database, repository }: RowPlace, prefix: string): Promise<number> {
  const rows = await database.rows<{ body: string }>(
    "select body from iflow.record where repository = $1 and type = 'asked' and starts_with(run, $2)",
    [repository, prefix],
  );
  const ids = rows.map(({ body }) => AskedSchema.safeParse(parseJson(body)).data?.pending.id);
  return Math.max(0, ...ids.map((id) => (id === undefined ? 0 : questionNumber(id, prefix))));
}

const AskedSchema = z.looseObject({ pending: z.looseObject({ id: z.string() }) });
