// All runs of a repository, followed in a team's database. The place of a record is its number: the head is the first.
import * as z from "zod";
import { type RunHead, RunHeadSchema } from "../../../../domain/run/run.ts";
import { parseJson } from "../../../../domain/text/json/json.ts";
import type { Feed, FeedEntry, FeedReading, RunFeed } from "../../../../ports/runs/run-feed.ts";
import { JournalRecordSchema } from "../../../recorded/journal-records.ts";
import { otherVersion } from "../read-rows.ts";
import { readRowAnswer } from "../row-answers.ts";
import { rowFiles } from "../row-folder.ts";
import type { RowPlace } from "../row-run.ts";
import { LiveRows, openLiveRows } from "./live-rows.ts";
import { RowWatch } from "./row-watch.ts";

export interface RowFeedOptions {
  /** False where nobody is to be told by the database: then it is looked at now and again. */
  readonly canListen?: boolean;
}

export function createRowFeed(place: RowPlace, { canListen = true }: RowFeedOptions = {}): RunFeed {
  return { open: () => openFeed(place, canListen), live: (run) => openLiveRows(place, run) };
}

interface Followed {
  /** Of which row under this name it was read. */
  readonly made: string;
  readonly head: RunHead | undefined;
  read: number;
  problem: FeedReading["problem"];
  readonly live: LiveRows;
}

function openFeed(place: RowPlace, canListen: boolean): Feed {
  const { database, repository } = place;
  const followed = new Map<string, Followed>();
  const watch = new RowWatch(place, canListen);
  return {
    async runs() {
      const rows = await database.rows<{ id: string; over_at: Date | null }>(RUNS, [repository]);
      const there = new Set(rows.map(({ id }) => id));
      for (const run of followed.keys()) if (!there.has(run)) followed.delete(run);
      return rows.map(({ id, over_at }) => ({ run: id, overAt: over_at?.toISOString() }));
    },

    async read(run) {
      const [row] = await database.rows<RunRow>(RUN, [repository, run]);
      if (!row) return NOTHING;
      const before = followed.get(run);
      const known = before?.made === row.made ? before : follow(place, run, row);
      followed.set(run, known);
      const live = await known.live.read(); // before the records: what has ended meanwhile is taken away by its record
      const entries = known.problem ? [] : await readOn(place, run, known);
      return {
        ...{ head: known.head, headEnd: 1, entries, live, isAnother: before !== undefined && before !== known },
        ...(known.problem && { problem: known.problem }),
      };
    },

    restart: (run) => void followed.delete(run),
    file: (run, name) => rowFiles(database, repository, run).read(name),

    async answer(run, question) {
      const { id } = question;
      return id === undefined ? undefined : readRowAnswer(place, run, { ...question, id });
    },

    changed: (signal) => watch.changed(signal),
    close: () => watch.close(),
  };
}

const NOTHING: FeedReading = { head: undefined, headEnd: 0, entries: [], live: [], isAnother: false };

function follow(place: RowPlace, run: string, { made, head }: RunRow): Followed {
  const read = RunHeadSchema.safeParse(parseJson(head));
  const problem = read.success ? undefined : problemOf(run, read.error);
  return { made, head: read.data, read: 0, problem, live: new LiveRows(place, run) };
}

/** Up to the first record that this version cannot read. */
async function readOn({ database, repository }: RowPlace, run: string, known: Followed): Promise<FeedEntry[]> {
  const rows = await database.rows<RecordRow>(RECORDS, [repository, run, known.read]);
  const entries: FeedEntry[] = [];
  for (const { number, body, at } of rows) {
    const record = JournalRecordSchema.safeParse({ ...(parseJson(body) as object | undefined), at: at.toISOString() });
    if (!record.success) {
      known.problem = problemOf(run, record.error);
      break;
    }
    known.read = number;
    entries.push({ record: record.data, end: number + 1 });
  }
  return entries;
}

function problemOf(run: string, error: z.ZodError): NonNullable<FeedReading["problem"]> {
  const { message, fix } = otherVersion(run, z.prettifyError(error));
  return { text: message, fix: fix ?? "" };
}

interface RunRow {
  readonly made: string;
  readonly head: string;
}

interface RecordRow {
  readonly number: number;
  readonly body: string;
  readonly at: Date;
}

const RUNS = `
select id, case when outcome is not null then
  (select at from iflow.record where repository = $1 and run = id order by number desc limit 1) end as over_at
from iflow.run where repository = $1`;

const RUN = "select made::text as made, head from iflow.run where repository = $1 and id = $2";

const RECORDS = `
select number, body, at from iflow.record where repository = $1 and run = $2 and number > $3 order by number limit 5000`;
