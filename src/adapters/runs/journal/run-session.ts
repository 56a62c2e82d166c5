// One opening of a run. It replays what is recorded and then lets the program work live. Every result is on disk before
// the program sees it, in exactly the form a replay will return.
import { join } from "node:path";
import type { Pending } from "../../../domain/run/question.ts";
import { isSealed, type RunHead } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Json } from "../../../domain/text/json.ts";
import type { Run, RunFolder, RunSession, Step, StepContext } from "../../../ports/runs.ts";
import { settleChangedInputs } from "./changed-inputs.ts";
import { hashInput } from "./input-hash.ts";
import type { JournalFile } from "./journal-file.ts";
import { Replay } from "./replay.ts";
import { createRunFolder } from "./run-folder.ts";
import type { RunHistory } from "./run-history.ts";
import { type WaitingRoom, waitForAnswers } from "./waiting.ts";

export interface SessionParts {
  readonly head: RunHead;
  readonly history: RunHistory;
  readonly file: JournalFile;
  readonly runsFolder: string;
  now(): string;
}

export class JournalSession implements RunSession, Run {
  readonly head: RunHead;
  readonly folder: RunFolder;
  readonly reopened: number;
  readonly #history: RunHistory;
  readonly #file: JournalFile;
  readonly #room: WaitingRoom;
  readonly #replay: Replay;
  readonly #abort = new AbortController();
  #closed = false;

  constructor({ head, history, file, runsFolder, now }: SessionParts) {
    this.head = head;
    const record = async (name: string, hash: string) => {
      await file.append({ type: "file", name, hash, at: now() });
    };
    const sums = isSealed(head) ? { files: history.files, record } : undefined;
    this.folder = createRunFolder(join(runsFolder, head.id), sums);
    this.reopened = history.openings;
    this.#history = history;
    this.#file = file;
    const { openings, runtime } = history;
    const yolo = runtime.yolo === true;
    this.#room = { file, runsFolder, runId: head.id, feature: head.feature, openings, yolo, now };
    this.#replay = new Replay(head.id, history);
  }

  get run(): Run {
    return this;
  }

  async step<T extends Json>(step: Step<T>): Promise<T> {
    const [result] = await this.all([step]);
    return result as T; // one step has one result
  }

  async all<T extends Json>(steps: readonly Step<T>[]): Promise<T[]> {
    this.#requireOpen();
    this.#replay.register(steps.map(({ name }) => name));
    const known = steps.filter(({ name }) => this.#history.done.has(name));
    for (const { name } of known) this.#replay.found(name);
    const live = steps.find(({ name }) => !this.#history.done.has(name));
    if (live) this.#replay.requireNothingLeft(`the step "${live.name}"`);
    await settleChangedInputs(
      this.#room,
      this.#history,
      known.map(({ name, input }) => ({ step: name, input: hashInput(input) })),
    );

    const settled = await Promise.allSettled(
      steps.map((step) => {
        const recorded = this.#history.done.get(step.name);
        return recorded ? (recorded.result as T) : this.#work(step); // the journal holds what this step returned
      }),
    );
    return settled.map((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value;
    });
  }

  async wait(pendings: readonly Pending[]): Promise<string[]> {
    this.#requireOpen();
    this.#replay.register(pendings.map(({ name }) => name));
    const waits = pendings.map((pending) => ({ pending, recorded: this.#history.waits.get(pending.name) }));
    for (const { pending, recorded } of waits) if (recorded) this.#replay.found(pending.name);
    const isNew = waits.find(({ recorded }) => recorded === undefined);
    if (isNew) this.#replay.requireNothingLeft(`the wait "${isNew.pending.name}"`);
    return waitForAnswers(this.#room, waits);
  }

  abort(): void {
    this.#abort.abort(
      new IflowError("interrupted", "the run was interrupted", { fix: "Resume with `iflow continue`." }),
    );
  }

  async end(outcome: string): Promise<void> {
    this.#requireOpen();
    this.#replay.requireNothingLeft("its end");
    await this.#end(outcome);
  }

  get unfinished(): RunHistory["unfinished"] {
    return this.#history.unfinished;
  }

  async abandon(): Promise<void> {
    this.#requireOpen();
    await this.#end("abandoned");
  }

  async #end(outcome: string): Promise<void> {
    this.#closed = true;
    try {
      await this.#file.append({ type: "ended", outcome, at: this.#room.now() });
    } finally {
      await this.#file.close();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#file.close();
  }

  async #work<T extends Json>(step: Step<T>): Promise<T> {
    this.#abort.signal.throwIfAborted();
    const input = hashInput(step.input);
    let state: "waiting" | "begun" | "over" = "waiting";
    const context: StepContext = {
      signal: this.#abort.signal,
      interrupted: this.#history.unfinished.get(step.name),
      note: async (note) => {
        if (state === "over") throw new Error(`the step "${step.name}" wrote a note after its end`);
        const begun = state === "begun";
        state = "begun";
        const common = { step: step.name, note, at: this.#room.now() };
        await this.#file.append(begun ? { type: "note", ...common } : { type: "begun", input, ...common });
      },
    };

    try {
      const result: Json = (await step.work(context)) ?? null;
      const at = this.#room.now();
      const stored = await this.#file.append({ type: "done", step: step.name, input, result, at });
      return stored.result as T; // the same value after a round trip through JSON
    } finally {
      state = "over";
    }
  }

  #requireOpen(): void {
    if (this.#closed) throw new Error(`run ${this.head.id} is closed and cannot be asked for anything`);
  }
}
