// Everything that happens in the runs of a repository, whichever process does it, in one stream. Facts come from the
// records, each once and in the order of their times; whoever comes back with the `since` of an event gets what follows it,
// nothing twice and nothing lost. What is only alive is told in between.
import { noEvent, printSince, type Since } from "../../domain/stream/position.ts";
import type { StreamEvent } from "../../domain/stream/stream-event.ts";
import type { Feed, FeedRun } from "../../ports/runs/run-feed.ts";
import { FollowedRun, type From, type Placed } from "./followed-run.ts";
import { newsOf } from "./run-news.ts";
import type { StreamPorts } from "./stream-ports.ts";

export interface Watching {
  /** `start`: everything there is; left out: from now on, after a word on what is under way. */
  readonly since?: Since | "start";
  readonly signal: AbortSignal;
  /** Called whenever everything there was has been told. */
  readonly onTold?: () => void;
}

/** Ends when the signal aborts, or nobody takes the next event. */
export async function* watchRuns(ports: StreamPorts, { since, signal, onTold }: Watching): AsyncGenerator<StreamEvent> {
  const feed = ports.feed.open();
  try {
    const stream = new Stream(ports, feed, since);
    while (!signal.aborted) {
      yield* await stream.look();
      onTold?.();
      await feed.changed(signal);
    }
  } finally {
    feed.close();
  }
}

class Stream {
  readonly #ports: StreamPorts;
  readonly #feed: Feed;
  readonly #since: Since | "start" | undefined;
  readonly #followed = new Map<string, FollowedRun>();
  /** The newest time that was told, or ended before. */
  #until = "";
  #isFirst = true;

  constructor(ports: StreamPorts, feed: Feed, since: Since | "start" | undefined) {
    this.#ports = ports;
    this.#feed = feed;
    this.#since = since;
  }

  async look(): Promise<StreamEvent[]> {
    const placed: Placed[] = [];
    const news: StreamEvent[] = [];
    const looked = new Set<string>();
    // A run that appears while others are read is read as well, or it could have ended before what was read of them.
    for (let isMore = true; isMore; ) {
      const runs = await this.#feed.runs();
      if (looked.size === 0) await this.#meet(runs);
      else for (const { run } of runs) this.#follow(run, { offset: 0 });
      this.#keepThere(runs);
      const unread = [...this.#followed.values()].filter((one) => !one.isOver && !looked.has(one.run));
      for (const one of unread) {
        looked.add(one.run);
        const reading = await this.#feed.read(one.run);
        placed.push(...(await one.take(reading)));
        news.push(...(await newsOf(this.#ports, one, reading, this.#isFirst && this.#since === undefined)));
      }
      isMore = unread.length > 0;
    }
    this.#isFirst = false;
    return [...this.#tell(placed), ...news];
  }

  #follow(run: string, from: From): void {
    if (!this.#followed.has(run)) this.#followed.set(run, new FollowedRun(run, this.#feed, from));
  }

  /** At the first look: what was there before is told from where it is asked for. */
  async #meet(runs: readonly FeedRun[]): Promise<void> {
    const after = this.#isFirst ? await this.#timeOfSince() : undefined;
    for (const { run, overAt } of runs) {
      const from = this.#isFirst ? this.#fromOf(run, overAt, after) : { offset: 0 };
      this.#follow(run, from ?? "now");
      const followed = this.#followed.get(run);
      if (from !== undefined || !followed) continue;
      followed.isOver = true;
      if (overAt !== undefined && overAt > this.#until) this.#until = overAt;
    }
  }

  /** Undefined for what was told, or ended, before. */
  #fromOf(run: string, overAt: string | undefined, after: string | undefined): From | undefined {
    if (this.#since === "start") return { offset: 0 };
    if (this.#since === undefined) return overAt === undefined ? "now" : undefined;
    const { positions, until } = this.#since;
    const named = positions.find((one) => one.run === run);
    if (named) return named;
    if (overAt !== undefined && after !== undefined && overAt <= after) return undefined;
    return until === undefined && after !== undefined ? { after } : { offset: 0 };
  }

  async #timeOfSince(): Promise<string | undefined> {
    if (this.#since === undefined || this.#since === "start") return undefined;
    const { until, positions } = this.#since;
    if (until !== undefined) {
      this.#until = until;
      return until;
    }
    const [first] = positions;
    const { head, headEnd, entries } = await this.#feed.read(first?.run ?? "");
    const at =
      first?.offset === headEnd ? head?.createdAt : entries.find(({ end }) => end === first?.offset)?.record.at;
    this.#feed.restart(first?.run ?? "");
    if (at !== undefined) return at;
    throw noEvent({ run: first?.run ?? "", offset: first?.offset ?? 0 });
  }

  #keepThere(runs: readonly FeedRun[]): void {
    const there = new Map(runs.map(({ run, overAt }) => [run, overAt]));
    for (const [run, followed] of this.#followed) {
      const overAt = there.get(run);
      const isAnother = followed.isOver && followed.overAt !== undefined && followed.overAt !== overAt;
      if (!there.has(run) || isAnother) this.#followed.delete(run);
      if (isAnother && there.has(run)) this.#follow(run, { offset: 0 });
      else followed.overAt = overAt;
    }
  }

  /** In the order of their times, each with the place to go on from. */
  #tell(placed: readonly Placed[]): StreamEvent[] {
    const sorted = placed.toSorted((one, other) => compare(one.key, other.key) || compareInRun(one, other));
    return sorted.map(({ event, offset, key, isLast }) => {
      const followed = this.#followed.get(event.run);
      if (followed) followed.told = offset;
      if (followed && isLast) followed.isOver = true;
      if (key > this.#until) this.#until = key;
      return { ...event, since: printSince({ until: this.#until, positions: this.#positions(event.run) }) };
    });
  }

  /**
   * Of all that are not told to their end, or cannot be; the event's own comes first. What is not told at all goes
   * without saying, unless it seems to have ended before.
   */
  #positions(first: string): Required<Since>["positions"] {
    const isUnclear = ({ told, overAt }: FollowedRun) => told > 0 || (overAt !== undefined && overAt <= this.#until);
    const open = [...this.#followed.values()].filter((one) => (!one.isOver || one.isDamaged) && isUnclear(one));
    const own = open.filter(({ run }) => run === first);
    return [...own, ...open.filter(({ run }) => run !== first)].map(({ run, told }) => ({ run, offset: told }));
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function compareInRun(one: Placed, other: Placed): number {
  return compare(one.event.run, other.event.run) || one.offset - other.offset;
}
