// Ended runs as rows, and the ledger. What is removed is gone for the whole team, in one statement; what of it lies on this
// machine, a copy of its files and the sessions it had here, goes with it.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type LedgerLine, LedgerLineSchema, ledgerKey } from "../../../domain/billing/ledger.ts";
import {
  BrainstormEndSchema,
  brainstormNumber,
  brainstormPrd,
  END_FILE,
  PRD_FILE,
} from "../../../domain/review/brainstorm.ts";
import { RunHeadSchema } from "../../../domain/run/run.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import type { EndedBrainstorm, EndedRun, RunArchive } from "../../../ports/runs/run-archive.ts";
import { readOutcomes } from "../../recorded/outcomes.ts";
import { foldRecords } from "../../recorded/run-history.ts";
import { removeSessions } from "../archive/sessions.ts";
import { readRun } from "./read-rows.ts";
import { rowFiles } from "./row-folder.ts";
import type { RowPlace } from "./row-run.ts";

export interface RowArchivePlace extends RowPlace {
  /** Where this machine keeps copies of runs' files. */
  readonly mirror: string;
  /** Where it keeps the sessions of agents that have none of their own. */
  readonly sessions: string;
}

export function createRowArchive(place: RowArchivePlace): RunArchive {
  const { database, repository } = place;
  const endedRows = () => database.rows<EndedRow>(ENDED, [repository]);
  return {
    ended: async () => (await endedRows()).flatMap(toEnded),
    brainstorms: async () => {
      const found: EndedBrainstorm[] = [];
      for (const row of await endedRows()) {
        if (brainstormNumber(row.feature) !== undefined) found.push(...(await readBrainstorm(place, row)));
      }
      return found;
    },
    outcomes: (run) => outcomesOf(place, run),
    reviewHistory: async (run) => (await rowFiles(database, repository, run).read("review-history.md")) ?? "",

    async remove(run) {
      const outcomes = await outcomesOf(place, run).catch(() => []); // of another version: its sessions stay
      const removed = await database.rows(REMOVE, [repository, run]);
      if (removed.length === 0) return false;
      await removeSessions(place.sessions, outcomes);
      await rm(join(place.mirror, run), { recursive: true, force: true });
      return true;
    },

    // whether a session of this machine is named can be told by the runs of before the database too, which are files
    strayBytes: async () => 0,
    removeStrays: async () => 0,

    async ledger() {
      const rows = await database.rows<{ line: string }>(LEDGER, [repository]);
      return rows.flatMap(({ line }) => LedgerLineSchema.safeParse(parseJson(line)).data ?? []);
    },
    async keep(lines) {
      const keys = lines.map(ledgerKey);
      const texts = lines.map((line) => JSON.stringify(line));
      const rows = await database.rows<{ key: string }>(KEEP, [repository, keys, texts]);
      const added = new Set(rows.map(({ key }) => key));
      return lines.filter((line): line is LedgerLine => added.delete(ledgerKey(line)));
    },
  };
}

async function outcomesOf(place: RowPlace, run: string) {
  const read = await readRun(place, run);
  if (!read) return [];
  const files = rowFiles(place.database, place.repository, run);
  const history = foldRecords(read.head, read.records);
  const found = await readOutcomes([{ id: run, history, files }], () => undefined);
  return found.map(({ outcome }) => outcome);
}

/** Empty for one that this version cannot read. */
async function readBrainstorm(place: RowPlace, { id, outcome, ended_at }: EndedRow): Promise<EndedBrainstorm[]> {
  const run = await readRun(place, id).catch(() => undefined);
  if (run?.head.idea === undefined) return [];
  const { head, records } = run;
  const { read } = rowFiles(place.database, place.repository, id);
  const end = BrainstormEndSchema.safeParse(parseJson(await read(END_FILE))).data;
  const { yolo } = foldRecords(head, records);
  return [{ head, outcome, endedAt: ended_at.toISOString(), yolo, end, prd: await read(PRD_FILE) }];
}

interface EndedRow {
  readonly id: string;
  readonly feature: string;
  readonly head: string;
  readonly outcome: string;
  readonly ended_at: Date;
  readonly bytes: string;
}

/** Empty for one that this version cannot read. */
function toEnded({ id, head: text, outcome, ended_at, bytes }: EndedRow): EndedRun[] {
  const head = RunHeadSchema.safeParse(parseJson(text)).data;
  if (head === undefined) return [];
  const { feature, phase, createdAt, runtime } = head;
  const prd = brainstormPrd(head);
  return [
    {
      ...{ id, feature, phase, runtime: runtime.id, outcome, createdAt, endedAt: ended_at.toISOString() },
      ...{ bytes: Number(bytes), ...(prd !== undefined && { prd }) },
    },
  ];
}

const ENDED = `
select id, feature, head, outcome, ended.at as ended_at,
  octet_length(head) + coalesce(record.bytes, 0) + coalesce(file.bytes, 0) as bytes
from iflow.run
cross join lateral (select at from iflow.record where repository = $1 and run = id order by number desc limit 1) ended
left join (select run, sum(octet_length(body)) as bytes from iflow.record where repository = $1 group by run) record
  on record.run = id
left join (select run, sum(octet_length(content)) as bytes from iflow.file where repository = $1 group by run) file
  on file.run = id
where repository = $1 and outcome is not null
order by ended.at, made`;

const REMOVE = `
with gone as (delete from iflow.run where repository = $1 and id = $2 and outcome is not null returning id),
  quiet as (delete from iflow.live where repository = $1 and run in (select id from gone))
select id from gone`;

const LEDGER = "select line from iflow.ledger where repository = $1 order by number";

const KEEP = `
insert into iflow.ledger (repository, key, line)
select $1, key, line from unnest($2::text[], $3::text[]) as given (key, line)
on conflict do nothing returning key`;
