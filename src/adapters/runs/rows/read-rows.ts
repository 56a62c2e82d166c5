// The runs of a repository for a reader without a lock. A row that this version cannot read ends what is read of its run
// and is told; rows are whole or absent, so nothing is torn.
import * as z from "zod";
import { type RunHead, RunHeadSchema } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import { type JournalRecord, JournalRecordSchema } from "../../recorded/journal-records.ts";
import { foldRecords } from "../../recorded/run-history.ts";
import { byAge, findQuestion, type RunRecords } from "../../recorded/run-summary.ts";
import type { RowPlace, TreePlace } from "./row-run.ts";

export interface ReadRun {
  readonly head: RunHead;
  readonly place: TreePlace;
  readonly epoch: number;
  readonly isOver: boolean;
  readonly records: readonly JournalRecord[];
}

/** Undefined when there is no such run. */
export async function readRun({ database, repository }: RowPlace, id: string): Promise<ReadRun | undefined> {
  const [run] = await database.rows<RunRow>(`${RUNS} and id = $2`, [repository, id]);
  if (!run) return undefined;
  const records = await database.rows<RecordRow>(
    "select run, body, at from iflow.record where repository = $1 and run = $2 order by number",
    [repository, id],
  );
  return toRun(run, records);
}

/** Runs that have not ended; with a feature, all of its runs. Oldest first. */
export async function readHistories(
  { database, repository }: RowPlace,
  mirrorOf: (run: string) => string,
  feature?: string,
): Promise<(RunRecords & Pick<ReadRun, "place">)[]> {
  const [which, values] = feature === undefined ? ["outcome is null", []] : ["feature = $2", [feature]];
  const runs = await database.rows<RunRow>(`${RUNS} and ${which}`, [repository, ...values]);
  const records = await database.rows<RecordRow>(
    `select run, body, at from iflow.record where repository = $1
     and run in (select id from iflow.run where repository = $1 and ${which}) order by run, number`,
    [repository, ...values],
  );
  const byRun = new Map<string, RecordRow[]>(runs.map(({ id }) => [id, []]));
  for (const record of records) byRun.get(record.run)?.push(record);
  return runs
    .map((run) => toRun(run, byRun.get(run.id) ?? []))
    .map(({ head, place, records }) => {
      return { id: head.id, folder: mirrorOf(head.id), head, place, history: foldRecords(head, records) };
    })
    .sort(byAge);
}

/** In runs that have not ended. */
export async function findQuestions(place: RowPlace, questionId: string) {
  const runs = await readHistories(place, (run) => run);
  return runs.flatMap(({ id, history }) => {
    const asked = findQuestion(history, questionId);
    return asked ? [{ run: id, ...asked }] : [];
  });
}

const RUNS = "select id, head, place, epoch, outcome from iflow.run where repository = $1";

const PlaceSchema = z.looseObject({ host: z.string(), clone: z.string(), tree: z.string() });

export function parsePlace(text: string): TreePlace {
  return PlaceSchema.parse(parseJson(text));
}

interface RunRow {
  readonly id: string;
  readonly head: string;
  readonly place: string;
  readonly epoch: number;
  readonly outcome: string | null;
}

interface RecordRow {
  readonly run: string;
  readonly body: string;
  readonly at: Date;
}

function toRun({ id, head, place, epoch, outcome }: RunRow, rows: readonly RecordRow[]): ReadRun {
  const read = RunHeadSchema.safeParse(parseJson(head));
  if (!read.success) throw otherVersion(id, z.prettifyError(read.error));
  const records = rows.map(({ body, at }) => {
    const record = JournalRecordSchema.safeParse({ ...(parseJson(body) as object | undefined), at: at.toISOString() });
    if (!record.success) throw otherVersion(id, z.prettifyError(record.error));
    return record.data;
  });
  return { head: read.data, place: parsePlace(place), epoch, isOver: outcome !== null, records };
}

export function otherVersion(id: string, detail: string): IflowError {
  return new IflowError(
    "journal-mismatch",
    `run ${id} in the team's database cannot be read by this version of iflow`,
    {
      fix: "Use an iflow of the same version as the others of your team.",
      detail,
    },
  );
}
