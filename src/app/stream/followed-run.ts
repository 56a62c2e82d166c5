// One run that is followed: what of it was told, what is in flight, and the facts that a reading adds.
import type { Question } from "../../domain/run/questions/question.ts";
import { RunFold } from "../../domain/stream/fold-run.ts";
import { noEvent, printId } from "../../domain/stream/position.ts";
import {
  STREAM_VERSION,
  type StreamEvent,
  type StreamFact,
  type StreamNews,
} from "../../domain/stream/stream-event.ts";
import { toldFact } from "../../domain/stream/told-facts.ts";
import type { Feed, FeedReading } from "../../ports/runs/run-feed.ts";

/** From where on its facts are told. */
export type From = { readonly offset: number } | { readonly after: string } | "now";

/** A fact with its place in the order of all runs. */
export interface Placed {
  readonly event: StreamEvent;
  readonly offset: number;
  readonly isLast: boolean;
  /** Its time; where a clock was set back, that of the fact before it. */
  readonly key: string;
}

export class FollowedRun {
  readonly run: string;
  readonly #feed: Feed;
  #from: From;
  #key = "";
  fold: RunFold | undefined;
  /** Somebody says that it was told this far. */
  #claimed: number | undefined;
  /** How far it is told; counted on by the one who tells. */
  told = 0;
  /** When it ended, as far as its file says. */
  overAt: string | undefined;
  /** Told to its end, or damaged: it is not read again. */
  isOver = false;
  isDamaged = false;
  /** Questions whose kept answer was told. */
  readonly #answered = new Set<string>();
  /** How often in a row nobody was found to work on it. */
  unowned = 0;

  constructor(run: string, feed: Feed, from: From) {
    this.run = run;
    this.#feed = feed;
    this.#from = from;
    if (typeof from !== "object" || !("offset" in from)) return;
    this.told = from.offset;
    this.#claimed = from.offset;
  }

  /** Facts that are not told yet, in their order. */
  async take(reading: FeedReading): Promise<Placed[]> {
    if (reading.isAnother) this.#begin(reading);
    const placed: Placed[] = [];
    const { head, headEnd, entries } = reading;
    if (!head) return placed;
    this.#requireClaimed(reading);
    if (!this.fold) {
      this.fold = new RunFold(head);
      this.#place(placed, this.fold.opened().fact, head.createdAt, headEnd);
    }
    for (const { record, end } of entries) {
      const folded = this.fold.take(record);
      if (!folded) continue;
      const text = folded.file === undefined ? undefined : await this.#feed.file(this.run, folded.file);
      this.#place(placed, toldFact(this.fold, folded, text), record.at, end);
    }
    if (entries.length > 0) this.unowned = 0;
    this.#from = { offset: 0 }; // what comes later is new
    return placed;
  }

  /** A place between two events would leave one of them out. What is damaged is told as far as it can be. */
  #requireClaimed({ headEnd, entries, problem }: FeedReading): void {
    const claimed = this.#claimed;
    this.#claimed = undefined;
    if (!claimed || problem || claimed === headEnd || entries.some(({ end }) => end === claimed)) return;
    throw noEvent({ run: this.run, offset: claimed });
  }

  /** Answers that nobody has taken up and that were not told: a question is open in the records until its run continues. */
  async keptAnswers(): Promise<readonly { readonly question: Question; readonly answer: string }[]> {
    const kept: { question: Question; answer: string }[] = [];
    for (const question of this.fold?.waits.values() ?? []) {
      if (question.type !== "question" || this.#answered.has(question.id ?? "")) continue;
      const answer = await this.#feed.answer(this.run, question);
      if (answer === undefined) continue;
      this.#answered.add(question.id ?? "");
      kept.push({ question, answer });
    }
    return kept;
  }

  news(news: StreamNews, time: string): StreamEvent {
    return { ...this.#stamp(time, null), ...news };
  }

  /** A journal that was cut continues where it is told; another run under its name begins anew. */
  #begin({ head }: FeedReading): void {
    const isSame = head !== undefined && head.createdAt === this.fold?.head.createdAt;
    if (!isSame) this.told = 0;
    this.fold = undefined;
    this.#key = "";
    this.#from = { offset: 0 };
  }

  #place(placed: Placed[], fact: StreamFact, time: string, offset: number): void {
    if (time > this.#key) this.#key = time;
    const from = this.#from;
    if (offset <= this.told) return;
    if (from === "now" || ("after" in from && this.#key <= from.after)) {
      this.told = offset;
      return;
    }
    const event = { ...this.#stamp(time, printId({ run: this.run, offset })), ...fact };
    placed.push({ event, offset, key: this.#key, isLast: fact.type === "run-ended" });
  }

  #stamp(time: string, id: string | null) {
    const { feature = "", phase = "" } = this.fold?.head ?? {};
    return { v: STREAM_VERSION, id, time, run: this.run, feature, phase } as const;
  }
}
