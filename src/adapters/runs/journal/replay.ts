// Holds what the program asks for against what the journal has. It is the guard of determinism: a name may be asked for
// once, and nothing new may happen while something recorded was not asked for.
import { IflowError } from "../../../domain/text/errors.ts";
import type { RunHistory } from "./run-history.ts";

export class Replay {
  readonly #runId: string;
  readonly #asked = new Set<string>();
  /** Recorded and not asked for yet. */
  readonly #left: Set<string>;

  constructor(runId: string, history: RunHistory) {
    this.#runId = runId;
    // a question about a changed input belongs to its step and goes away with the change
    const waits = [...history.waits].filter(([, wait]) => wait.input === undefined).map(([name]) => name);
    this.#left = new Set([...history.done.keys(), ...waits]);
  }

  /** All names of one call, before any of them works. */
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
      `the journal of run ${this.#runId} has the recorded step "${first}", which the program no longer asks for (it now comes to ${next})`,
      { fix: "Go on with the iflow version that began this run, or abandon the run. Nothing was changed." },
    );
  }
}
