// One opening of a run: the program's view of it, and how the opening ends.
import type { RunHead } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Run, RunSession } from "../../ports/runs/runs.ts";
import { RecordedRun } from "./recorded-run.ts";
import { Replay } from "./replay.ts";
import type { RunHistory } from "./run-history.ts";
import type { RunStore } from "./run-store.ts";
import type { WaitingRoom } from "./waiting.ts";

export interface SessionParts {
  readonly head: RunHead;
  readonly history: RunHistory;
  readonly store: RunStore;
}

export class RecordedSession implements RunSession {
  readonly run: Run;
  readonly reopened: number;
  readonly unfinished: RunHistory["unfinished"];
  readonly #store: RunStore;
  readonly #room: WaitingRoom;
  readonly #replay: Replay;
  readonly #abort = new AbortController();
  #closed = false;

  constructor({ head, history, store }: SessionParts) {
    const { openings, runtime, unfinished } = history;
    const room: WaitingRoom = { store, runId: head.id, openings, yolo: runtime.yolo === true, inTurn: takingTurns() };
    const requireOpen = () => this.#requireOpen();
    this.reopened = openings;
    this.unfinished = unfinished;
    this.#store = store;
    this.#room = room;
    this.#replay = Replay.of(head.id, history);
    this.run = new RecordedRun({ head, history, store, room, signal: this.#abort.signal, requireOpen }, this.#replay);
  }

  abort(): void {
    this.#abort.abort(
      new IflowError("interrupted", "the run was interrupted", { fix: "Resume with `iflow continue`." }),
    );
  }

  settleBy(settle: NonNullable<WaitingRoom["settle"]>): void {
    this.#room.settle = settle;
  }

  async end(outcome: string): Promise<void> {
    this.#requireOpen();
    this.#replay.requireNothingLeft("its end");
    await this.#end(outcome);
  }

  async abandon(): Promise<void> {
    this.#requireOpen();
    await this.#end("abandoned");
  }

  async #end(outcome: string): Promise<void> {
    this.#closed = true;
    try {
      await this.#store.append({ type: "ended", outcome });
    } finally {
      await this.#store.close();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#store.close();
  }

  #requireOpen(): void {
    if (this.#closed) throw new Error(`run ${this.run.head.id} is closed and cannot be asked for anything`);
  }
}

function takingTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
