// The store of a run whose records are rows. One opening of a run writes at a time: each has a number (epoch), which every row
// is checked against as it is inserted, so a worker that was thought dead and is not can record nothing any more.
import { questionPrefix } from "../../recorded/answerable.ts";
import { type JournalRecord, JournalRecordSchema } from "../../recorded/journal-records.ts";
import type { NewRecord, RunStore } from "../../recorded/run-store.ts";
import { lastQuestionNumber, readRowAnswer } from "./row-answers.ts";
import { createRowFolder } from "./row-folder.ts";
import { type RowRun, takenOver } from "./row-run.ts";

export function createRowStore(run: RowRun): RunStore {
  const { head } = run;
  const prefix = questionPrefix(head.feature);
  const append = createAppend(run);
  let last: Promise<unknown> = Promise.resolve();
  return {
    append<R extends NewRecord>(record: R) {
      // a record after one that failed would leave a gap
      const appended = last.then(async () => {
        if (TELLS_OF_WORK.has(record.type)) await run.publish?.();
        return append(record);
      });
      last = appended;
      appended.catch(() => undefined);
      return appended as Promise<R & JournalRecord>;
    },
    close: async () => {
      await last.catch(() => undefined);
    },
    folder: createRowFolder(run),
    answers: {
      prefix,
      of: (question) => readRowAnswer(run, head.id, question),
      lastNumber: () => lastQuestionNumber(run, prefix),
    },
  };
}

/** Whoever goes on after such a record needs the files and commits that it tells of. */
const TELLS_OF_WORK: ReadonlySet<string> = new Set(["done", "asked", "ended"]);

/** Records one after the other. */
export function createAppend({ database, repository, head, epoch, length }: RowRun) {
  let number = length;
  return async (record: NewRecord): Promise<JournalRecord> => {
    const body = JSON.stringify(record);
    const outcome = record.type === "ended" ? record.outcome : null;
    const [row] = await database.rows<{ at: Date }>(APPEND, [
      ...[repository, head.id, epoch, number + 1],
      ...[record.type, body, outcome],
    ]);
    if (!row) throw takenOver(head.id);
    number += 1;
    return JournalRecordSchema.parse({ ...JSON.parse(body), at: row.at.toISOString() }); // as a replay reads it;
  };
}

/** The run's row is locked first, so an opening that raises the number waits for what is under way. */
const APPEND = `
with mine as (
  update iflow.run set outcome = $7
  where repository = $1 and id = $2 and epoch = $3 and outcome is null
  returning id
)
insert into iflow.record (repository, run, number, type, body)
select $1, $2, $4, $5, $6 from mine
returning at`;
