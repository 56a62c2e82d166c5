// What is alive in a run, a row for each step that works: written by the process that moves it, a few times a minute at most
// for a row that nobody misses. A database that refuses costs those who watch a moment of what they see, nobody else anything.
import { setTimeout as sleep } from "node:timers/promises";
import { type LiveWork, parseLiveWork } from "../../../../domain/stream/live-work.ts";
import type { LiveSink } from "../../../../ports/runs/run-feed.ts";
import type { RowPlace } from "../row-run.ts";

/** What changes in between is written together. */
const EVERY_MS = 1000;

export function openLiveRows({ database, repository }: RowPlace, run: string): LiveSink {
  const waiting = new Map<string, LiveWork>();
  const forget = () => database.rows(FORGET, [repository, run]).catch(() => undefined);
  const closed = new AbortController();
  let writing: Promise<unknown> = forget(); // of a process that was killed
  let isBusy = false;
  const writeOn = async () => {
    while (waiting.size > 0 && !closed.signal.aborted) {
      const work = [...waiting.values()];
      waiting.clear();
      const texts = work.map((one) => JSON.stringify(one));
      await database.rows(WRITE, [repository, run, work.map(({ step }) => step), texts]).catch(() => undefined);
      await sleep(EVERY_MS, undefined, { signal: closed.signal }).catch(() => undefined);
    }
    isBusy = false;
  };
  return {
    write(work) {
      for (const one of work) waiting.set(one.step, one);
      if (isBusy) return;
      isBusy = true;
      writing = writing.then(writeOn);
    },
    async close() {
      closed.abort();
      await writing;
      await forget();
    },
  };
}

/** Reads on in them. */
export class LiveRows {
  readonly #place: RowPlace;
  readonly #run: string;
  #last = "0";

  constructor(place: RowPlace, run: string) {
    this.#place = place;
    this.#run = run;
  }

  /** Those that have changed since, in the order of the changes. */
  async read(): Promise<LiveWork[]> {
    const { database, repository } = this.#place;
    const rows = await database
      .rows<{ work: string; number: string }>(READ, [repository, this.#run, this.#last])
      .catch(() => []);
    this.#last = rows.at(-1)?.number ?? this.#last;
    return rows.flatMap(({ work }) => parseLiveWork(work) ?? []);
  }
}

const FORGET = "delete from iflow.live where repository = $1 and run = $2";

const WRITE = `
insert into iflow.live (repository, run, step, work)
select $1, $2, step, work from unnest($3::text[], $4::text[]) as given (step, work)
on conflict (repository, run, step) do update set work = excluded.work, number = default`;

const READ = `
select work, number::text as number from iflow.live
where repository = $1 and run = $2 and number > $3 order by number`;
