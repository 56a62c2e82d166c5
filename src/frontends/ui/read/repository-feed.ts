// The stream of one repository, followed once for everybody who looks: its facts in memory, the state they add up to, and what
// is alive. A page that comes back is told what it missed; a new one begins here.
import { watchRuns } from "../../../app/stream/watch-runs.ts";
import { parseSince, printSince, type Since } from "../../../domain/stream/position.ts";
import type { StreamEvent } from "../../../domain/stream/stream-event.ts";
import type { Ports } from "../../../ports/ports.ts";
import { boundedJson } from "../view/bounded-json.ts";
import { foldEvent } from "../view/fold-stream.ts";
import type { KeptAnswer } from "../view/gathered.ts";
import type { LaneView } from "../view/model/common.ts";
import type { RunStates } from "../view/run-state.ts";
import { wasTold } from "../view/told-before.ts";

type FeedPorts = Pick<Ports, "runs" | "feed" | "clock">;
type Listener = (event: StreamEvent) => void;

/** Enough for a page that was away for days; one that was away longer fetches everything again. */
const MOST_FACTS = 50_000;
/** Of all facts together, as JSON. */
const MOST_CHARS = 64 * 1024 * 1024;

export class RepositoryFeed {
  readonly runs: RunStates = {};
  /** What works now, by run and step. */
  readonly live = new Map<string, LaneView>();
  /** Runs whose process is gone. */
  readonly left = new Set<string>();
  /** Answers that wait for their run to continue, by question. */
  readonly kept = new Map<string, KeptAnswer>();
  /** Counts facts: whoever has kept something that was made of them sees whether it still holds. */
  version = 0;
  /** Where everybody stands who has been told everything. */
  since: string;
  readonly ready: Promise<void>;
  readonly #facts: { readonly event: StreamEvent; readonly chars: number }[] = [];
  #chars = 0;
  readonly #overAt = new Map<string, string>();
  readonly #listeners = new Set<Listener>();
  #isCut = false;

  constructor(ports: FeedPorts, signal: AbortSignal) {
    this.since = printSince({ positions: [], until: new Date(0).toISOString() });
    this.ready = new Promise((resolve, reject) => {
      this.#follow(ports, signal, resolve).then(resolve, reject);
    });
    this.ready.catch(() => undefined); // told to whoever asks for it
  }

  async #follow(ports: FeedPorts, signal: AbortSignal, onTold: () => void): Promise<void> {
    for await (const event of watchRuns(ports, { since: "start", signal, onTold })) this.#take(event);
  }

  /** Undefined when that is too long ago, or is no place. */
  missed(after: string): StreamEvent[] | undefined {
    const since = readSince(after);
    if (since === undefined || this.#isCut) return undefined;
    const facts = this.#facts.map(({ event }) => event);
    return facts.filter((event) => !wasTold(placeOf(event), this.#overAt.get(event.run), since));
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #take(told: StreamEvent): void {
    const { since } = told;
    const event = told.id === null ? told : ofSaneSize({ ...told, since: "" }); // everybody's place is printed once
    if (event.id === null) this.#takeNews(event);
    else {
      this.version += 1;
      this.since = since || this.since;
      this.left.delete(event.run);
      if (event.type === "run-opened") this.#overAt.delete(event.run);
      if (event.type === "run-ended") this.#overAt.set(event.run, event.time);
      if (event.type === "dispatch-ended") this.live.delete(keyOf(event.run, event.step));
      if (event.type === "check-ran") this.live.delete(keyOf(event.run, "check"));
      foldEvent(this.runs, event);
      this.#keep(kept(event));
    }
    for (const listener of this.#listeners) listener(kept(event));
  }

  #keep(event: StreamEvent): void {
    const chars = boundedJson(event).length;
    this.#facts.push({ event, chars });
    this.#chars += chars;
    while (this.#facts.length > MOST_FACTS || this.#chars > MOST_CHARS) {
      this.#chars -= this.#facts.shift()?.chars ?? 0;
      this.#isCut = true;
    }
  }

  #takeNews(event: StreamEvent): void {
    if (event.type === "run-left") this.left.add(event.run);
    if (event.type === "answer-kept") {
      this.version += 1; // what is shown is different
      this.kept.set(event.question, { answer: event.answer, at: event.time });
    }
    if (event.type !== "lane-worked") return;
    const { run, step, lane, role, doing, last, since, tools, tokens = null } = event;
    const kind = this.runs[run]?.works.findLast((work) => work.step === step)?.kind ?? null;
    this.live.set(keyOf(run, step), { step, lane, role, kind, doing, last, since, tools, tokens });
  }
}

/** It is kept for as long as the server lives; words of an agent may be millions. */
function ofSaneSize(event: StreamEvent): StreamEvent {
  const text = boundedJson(event, LONGEST_TEXT);
  return text.length > LARGEST_EVENT ? (JSON.parse(text) as StreamEvent) : event;
}

/** A page asks for the rest where it shows it. */
function kept(event: StreamEvent): StreamEvent {
  if (event.type !== "dispatch-ended" || !event.verdict || event.verdict.issues.length <= MOST_ISSUES) return event;
  return { ...event, verdict: { ...event.verdict, issues: event.verdict.issues.slice(0, MOST_ISSUES) } };
}

const MOST_ISSUES = 100;
const LONGEST_TEXT = 20_000;
const LARGEST_EVENT = 100_000;

const keyOf = (run: string, step: string): string => `${run} ${step}`;

function readSince(text: string): Since | undefined {
  try {
    return parseSince(text);
  } catch {
    return undefined;
  }
}

function placeOf({ run, id }: StreamEvent) {
  return { run, offset: Number(id?.slice(id.lastIndexOf("@") + 1)) };
}
