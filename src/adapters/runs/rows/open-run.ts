// Openings of a run whose records are rows: the first one makes it, and each later one raises its number, from which moment
// nothing of an earlier one is recorded.
import { type OpenedBy, type RunHead, RunHeadSchema } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { RunSession } from "../../../ports/runs/runs.ts";
import { foldRecords } from "../../recorded/run-history.ts";
import { type ReadRun, readRun } from "./read-rows.ts";
import type { Publish, RowPlace, RowRun, TreePlace } from "./row-run.ts";

interface RunsPlace extends RowPlace {
  readonly here: TreePlace;
  mirrorOf(run: string): string;
  readonly publisherOf?: PublisherOf | undefined;
}

/** A worker publishes what it has done for a feature. */
export type PublisherOf = (feature: string) => Promise<Publish>;

export async function createRun(
  { database, repository, here, mirrorOf, publisherOf }: RunsPlace,
  given: RunHead,
): Promise<RunSession> {
  const head = RunHeadSchema.parse(given);
  const { id, feature } = head;
  requirePlainName(id);
  if (!id.startsWith(`${feature}.`)) throw new Error(`run id ${id} does not begin with ${feature}.`);
  const made = await database.rows(CREATE, [...[repository, id, feature, JSON.stringify(head)], JSON.stringify(here)]);
  if (made.length === 0) {
    throw new IflowError("journal-mismatch", `run ${id} already exists`, {
      fix: "`iflow status` shows it; `iflow continue` continues it.",
    });
  }
  const publish = await publisherOf?.(feature);
  return openSession({ database, repository, head, epoch: 1, length: 0, mirror: mirrorOf(id), publish }, []);
}

const CREATE = `
insert into iflow.run (repository, id, feature, head, place) values ($1, $2, $3, $4, $5)
on conflict do nothing returning id`;

export async function resumeRun(place: RunsPlace, id: string, runtime: OpenedBy | undefined): Promise<RunSession> {
  requirePlainName(id);
  const { database, repository, here, mirrorOf, publisherOf } = place;
  const [opened] = await database.rows<{ epoch: number }>(OPEN, [repository, id, JSON.stringify(here)]);
  const run = await readRun(place, id);
  if (!run) throw usage(`there is no run ${id}`);
  if (!opened) {
    throw new IflowError("locked", `run ${id} is over: another command has just ended it`, {
      fix: "`iflow status` shows what comes next.",
    });
  }
  const { head, records } = run;
  const publish = await publisherOf?.(head.feature);
  const parts = { database, repository, head, epoch: opened.epoch, mirror: mirrorOf(id), publish };
  const { createAppend } = await import("./row-store.ts");
  const append = createAppend({ ...parts, length: records.length });
  const record = await append({ type: "opened", ...(runtime && { runtime }) });
  return openSession({ ...parts, length: records.length + 1 }, [...records, record]);
}

const OPEN = `
update iflow.run set epoch = epoch + 1, place = $3 where repository = $1 and id = $2 and outcome is null
returning epoch`;

/** Loaded here: who only reads needs none of it. */
async function openSession(run: RowRun, records: ReadRun["records"]): Promise<RunSession> {
  const { RecordedSession } = await import("../../recorded/run-session.ts");
  const { createRowStore } = await import("./row-store.ts");
  const { head } = run;
  return new RecordedSession({ head, history: foldRecords(head, records), store: createRowStore(run) });
}

/** A run id or a feature key becomes the name of a folder. */
export function requirePlainName(name: string): void {
  if (!/^[^./\\\0][^/\\\0]*$/.test(name)) throw usage(`"${name}" cannot be the name of a run or a feature`);
}

export function usage(message: string): IflowError {
  return new IflowError("usage", message, {
    fix: "`iflow status` lists the runs that can continue and what they are waiting for.",
  });
}
