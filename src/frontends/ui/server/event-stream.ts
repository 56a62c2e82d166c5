// The live stream to one browser: server-sent events whose id is the place in the journals of all repositories. Whoever comes
// back names the last one they have seen and gets what followed, from this server or from the next one.
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { StreamEvent } from "../../../domain/stream/stream-event.ts";
import type { WatchedRepository } from "../read/watched-repository.ts";
import { boundedJson } from "../view/bounded-json.ts";
import { parsePlaces, printPlaces } from "../view/places.ts";
import { refusal } from "./answers.ts";
import type { Ui } from "./ui.ts";

/** The tabs of one browser share a stream. */
const MOST_STREAMS = 32;
const BEAT_MS = 15_000;
/** A tab that does not take its events is let go; it comes back for them. */
const MOST_WAITING = 2000;
/** No fact of a live page needs more; the page asks for the whole of what it shows. */
const LONGEST_TEXT = 4000;

export class EventStreams {
  readonly #repositories: readonly WatchedRepository[];
  readonly #now: () => Date;
  readonly #boot: string;
  /** What ends the streams that are open. */
  readonly #ends = new Set<() => void>();
  #open = 0;

  constructor({ repositories, now, closing }: Pick<Ui, "repositories" | "now" | "closing">) {
    this.#repositories = repositories;
    this.#now = now;
    this.#boot = now().toISOString();
    closing.addEventListener("abort", () => {
      for (const end of this.#ends) end();
    });
  }

  async answer(context: Context): Promise<Response> {
    if (this.#open >= MOST_STREAMS)
      return refusal(context, 503, "too-many-streams", `${MOST_STREAMS} browsers follow already`, "close some of them");
    this.#open += 1;
    await Promise.allSettled(this.#repositories.map(({ feed }) => feed.ready));
    const after = context.req.header("last-event-id");
    context.header("cache-control", "no-store");
    return streamSSE(context, async (stream) => {
      const queue = new Queue();
      const put = (repo: string) => (event: StreamEvent) => queue.put({ repo, event, place: this.#place() });
      const stops = this.#repositories.map(({ id, feed }) => feed.listen(put(id)));
      const [place, missed] = [this.#place(), after === undefined ? [] : this.#missed(after)]; // nothing comes in between
      const end = () => queue.end();
      this.#ends.add(end);
      stream.onAbort(end);
      const beat = setInterval(() => queue.put("beat"), BEAT_MS);
      const send = async (event: string, told: unknown, id?: string) => {
        await stream.writeSSE({ event, data: boundedJson(told, LONGEST_TEXT), ...(id !== undefined && { id }) });
      };
      try {
        await send("hello", { now: this.#now(), boot: this.#boot }, missed?.length === 0 ? place : undefined);
        if (missed === undefined) await send("reset", {}, place);
        // their own places are not known any more: that of the last one counts for all of them
        for (const [at, told] of (missed ?? []).entries())
          await send("fact", { repo: told.repo, ...told.event }, at + 1 === missed?.length ? place : undefined);
        for await (const next of queue) {
          if (next === "beat") await send("beat", { now: this.#now() });
          else await send(next.event.id === null ? "news" : "fact", { repo: next.repo, ...next.event }, next.place);
        }
      } finally {
        clearInterval(beat);
        this.#ends.delete(end);
        for (const stop of stops) stop();
        this.#open -= 1;
      }
    });
  }

  /** In the order of their times; undefined where some of it is not known any more. */
  #missed(after: string): { readonly repo: string; readonly event: StreamEvent }[] | undefined {
    const places = parsePlaces(after);
    if (!places) return undefined;
    const missed = this.#repositories.map(({ id, feed }) => {
      const place = places.get(id);
      return (place === undefined ? undefined : feed.missed(place))?.map((event) => ({ repo: id, event }));
    });
    if (missed.includes(undefined)) return undefined;
    return missed.flatMap((one) => one ?? []).toSorted((one, other) => (one.event.time < other.event.time ? -1 : 1));
  }

  #place(): string {
    return printPlaces(new Map(this.#repositories.map(({ id, feed }) => [id, feed.since])));
  }
}

/** `place`: where somebody stands who has been told everything up to it. */
type Queued = "beat" | { readonly repo: string; readonly event: StreamEvent; readonly place: string };

class Queue {
  readonly #waiting: Queued[] = [];
  #wake: () => void = () => undefined;
  #isOver = false;

  put(one: Queued): void {
    if (this.#waiting.length >= MOST_WAITING) this.#isOver = true;
    else this.#waiting.push(one);
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Queued> {
    while (!this.#isOver) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
