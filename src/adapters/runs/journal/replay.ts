// Compares what the program asks for with what the journal holds. It enforces determinism: a name may be asked for only
// once, and nothing new may happen while something recorded has not been asked for.
import { IflowError } from "../../../domain/text/errors.ts";
import type { RunHistory } from "./run-history.ts";

export class Replay {
  readonly #runId: string;
  readonly #asked = new Set<string>();
  /** Recorded but not asked for yet. */
  readonly #left: Set<string>;

  constructor(runId: string, history: RunHistory) {
    this.#runId = runId;
    // a question about a changed input belongs to its step and disappears with the change
    const waits = [...history.waits].filter(([, wait]) => wait.input === undefined).map(([name]) => name);
    this.#left = new Set([...history.done.keys(), ...waits]);
  }

  /** Takes all names of one call, before any of them starts working. */
  register(names: readonly string[]): void {
    for (const name of names) {
      if (this.#asked.has(name)) throw new Error(`the step name "${name}" is used twice in run ${this.#runId}`);
      this.#asked.add(name);
    }
  }

  found(name: string): void {
    this.#left.delete(name);
  }

  /** `next` is what the program is about to do. */
  requireNothingLeft(next: string): void {
    const [first] = this.#left;
    if (first === undefined) return;
    throw new IflowError(
      "journal-mismatch",
      `the journal of run ${this.#runId} has the recorded step "${first}", which the program no longer asks for (it is now at ${next})`,
      { fix: "Continue with the iflow version that started this run, or abandon the run. Nothing was changed." },
    );
  }
}
