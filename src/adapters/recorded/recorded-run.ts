// What a program sees of its run. It replays what is recorded and then lets the program work live. Every result is durable
// before the program sees it, in exactly the form a replay will return. A branch sees the same run, but only its own part
// of the record.
import { setTimeout as sleep } from "node:timers/promises";
import type { Pending } from "../../domain/run/questions/question.ts";
import type { RunHead } from "../../domain/run/run.ts";
import type { Json } from "../../domain/text/json/json.ts";
import {
  type Branch,
  type Run,
  type RunFolder,
  type Step,
  type StepContext,
  Suspended,
} from "../../ports/runs/runs.ts";
import { AllRest, BranchGroup } from "./branch-group.ts";
import { settleChangedInputs } from "./changed-inputs.ts";
import { hashInput } from "./input-hash.ts";
import type { Replay } from "./replay.ts";
import type { RecordedWait, RunHistory } from "./run-history.ts";
import type { RunStore } from "./run-store.ts";
import { ask, takeAnswers, type Wait, type WaitingRoom } from "./waiting.ts";

export interface RunParts {
  readonly head: RunHead;
  readonly history: RunHistory;
  readonly store: RunStore;
  readonly room: WaitingRoom;
  readonly signal: AbortSignal;
  requireOpen(): void;
}

/** How often a branch that waits for an answer looks for it while others work. */
const POLL_MS = 500;

export class RecordedRun implements Run {
  readonly head: RunHead;
  readonly folder: RunFolder;
  readonly signal: AbortSignal;
  readonly #parts: RunParts;
  readonly #replay: Replay;
  /** The branches it is one of. */
  readonly #group: BranchGroup | undefined;

  constructor(parts: RunParts, replay: Replay, group?: BranchGroup) {
    this.head = parts.head;
    this.folder = parts.store.folder;
    this.signal = parts.signal;
    this.#parts = parts;
    this.#replay = replay;
    this.#group = group;
  }

  isRecorded(step: string): boolean {
    return this.#parts.history.done.has(step);
  }

  async step<T extends Json>(step: Step<T>): Promise<T> {
    const [result] = await this.all([step]);
    return result as T; // one step has one result
  }

  async all<T extends Json>(steps: readonly Step<T>[]): Promise<T[]> {
    const { history, room } = this.#parts;
    this.#parts.requireOpen();
    this.#replay.register(steps.map(({ name }) => name));
    const known = steps.filter(({ name }) => history.done.has(name));
    for (const { name } of known) this.#replay.found(name);
    const live = steps.find(({ name }) => !history.done.has(name));
    if (live) this.#requireMayBegin(`the step "${live.name}"`);
    const replayed = known.map(({ name, input }) => ({ step: name, input: hashInput(input) }));
    await settleChangedInputs(room, history, replayed, (waits) => this.#waitFor(waits));

    const settled = await Promise.allSettled(
      steps.map((step) => {
        const recorded = history.done.get(step.name);
        return recorded ? (recorded.result as T) : this.#work(step); // the journal holds what this step returned
      }),
    );
    return settled.map((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value;
    });
  }

  async wait(pendings: readonly Pending[]): Promise<string[]> {
    this.#parts.requireOpen();
    this.#replay.register(pendings.map(({ name }) => name));
    const waits = pendings.map((pending) => ({ pending, recorded: this.#parts.history.waits.get(pending.name) }));
    for (const { pending, recorded } of waits) if (recorded) this.#replay.found(pending.name);
    const isNew = waits.find(({ recorded }) => recorded === undefined);
    if (isNew) this.#requireMayBegin(`the wait "${isNew.pending.name}"`);
    return this.#waitFor(waits);
  }

  async branches<T>(branches: readonly Branch<T>[]): Promise<T[]> {
    this.#parts.requireOpen();
    if (this.#group) throw new Error("a branch cannot have branches of its own");
    const group = new BranchGroup(branches.length);
    // all of them take what is theirs before one begins
    const begun = branches.map((branch) => ({ ...branch, replay: this.#replay.branch(branch.name) }));
    const ends = await Promise.allSettled(begun.map((branch) => this.#runBranch(group, branch)));

    group.requireGoing();
    const pendings = ends.flatMap((end) => (end.status === "rejected" ? (end.reason as Suspended).pendings : []));
    if (pendings.length > 0) throw new Suspended(pendings);
    return ends.map((end, index) => {
      if (end.status === "rejected") throw new Error(`the branch "${branches[index]?.name}" waits for itself`);
      return end.value;
    });
  }

  async meet<T>(other: Promise<T>): Promise<T> {
    if (!this.#group) return other;
    return this.#group.restUntil(() => other).catch(asSuspended([]));
  }

  async #runBranch<T>(group: BranchGroup, { name, program, replay }: Branch<T> & { readonly replay: Replay }) {
    try {
      const result = await program(new RecordedRun(this.#parts, replay, group));
      replay.requireOwnAsked(`the end of the branch "${name}"`);
      return result;
    } catch (error) {
      if (!(error instanceof Suspended)) group.fail(error);
      throw error;
    } finally {
      group.leave();
    }
  }

  #requireMayBegin(next: string): void {
    this.#group?.requireGoing();
    this.#replay.requireNothingLeft(next);
  }

  async #waitFor(waits: readonly Wait[]): Promise<string[]> {
    const asked = await ask(this.#parts.room, waits);
    const taken = await takeAnswers(this.#parts.room, asked);
    if ("answers" in taken) return taken.answers;
    if (!this.#group) throw new Suspended(taken.open);
    const settled = await this.#settleNow(asked, taken.open);
    if (settled) return settled;
    const over = new AbortController();
    const answered = async (): Promise<string[]> => {
      for (;;) {
        await sleep(POLL_MS, undefined, { signal: over.signal });
        const again = await takeAnswers(this.#parts.room, asked);
        if ("answers" in again) return again.answers;
      }
    };
    try {
      return await this.#group.restUntil(answered).catch(asSuspended(taken.open));
    } finally {
      over.abort();
    }
  }

  /** What nobody has to be asked about, so that this branch need not wait until all others do. */
  async #settleNow(asked: readonly RecordedWait[], open: readonly Pending[]): Promise<string[] | undefined> {
    const { room } = this.#parts;
    await room.settle?.(open);
    const taken = room.settle && (await takeAnswers(room, asked));
    return taken && "answers" in taken ? taken.answers : undefined;
  }

  async #work<T extends Json>(step: Step<T>): Promise<T> {
    const { history, signal, store } = this.#parts;
    signal.throwIfAborted();
    const input = hashInput(step.input);
    let state: "waiting" | "begun" | "over" = "waiting";
    const context: StepContext = {
      signal,
      interrupted: history.unfinished.get(step.name),
      note: async (note) => {
        if (state === "over") throw new Error(`the step "${step.name}" wrote a note after its end`);
        const begun = state === "begun";
        state = "begun";
        const common = { step: step.name, note };
        await store.append(begun ? { type: "note", ...common } : { type: "begun", input, ...common });
      },
    };

    try {
      const result: Json = (await step.work(context)) ?? null;
      const stored = await store.append({ type: "done", step: step.name, input, result });
      return stored.result as T; // the same value after a round trip through JSON
    } finally {
      state = "over";
    }
  }
}

function asSuspended(pendings: readonly Pending[]) {
  return (error: unknown): never => {
    throw error instanceof AllRest ? new Suspended(pendings) : error;
  };
}
