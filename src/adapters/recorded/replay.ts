// Compares what the program asks for with what the journal holds. It enforces determinism: a name may be asked for only
// once, and nothing new may happen while something recorded has not been asked for. Branches are compared one by one:
// which of them was ahead when the process ended says nothing about the program.
import { IflowError } from "../../domain/text/errors.ts";
import type { RunHistory } from "./run-history.ts";

export class Replay {
  readonly #runId: string;
  readonly #asked: Set<string>;
  /** Recorded but not asked for yet. */
  readonly #left: Set<string>;
  /** Of the program that this one is a branch of. */
  readonly #trunk: Replay | undefined;
  /** What every name begins with. */
  readonly #prefix: string;

  private constructor(runId: string, left: Set<string>, prefix: string, trunk?: Replay) {
    this.#runId = runId;
    this.#left = left;
    this.#prefix = prefix;
    this.#trunk = trunk;
    this.#asked = trunk ? trunk.#asked : new Set();
  }

  static of(runId: string, history: RunHistory): Replay {
    // a question about a changed input belongs to its step and disappears with the change
    const waits = [...history.waits].filter(([, wait]) => wait.input === undefined).map(([name]) => name);
    return new Replay(runId, new Set([...history.done.keys(), ...waits]), "");
  }

  /** What is recorded of a branch is from here on only asked for by it. */
  branch(name: string): Replay {
    this.register([name]);
    const prefix = `${name}/`;
    const own = [...this.#left].filter((recorded) => recorded.startsWith(prefix));
    for (const recorded of own) this.#left.delete(recorded);
    return new Replay(this.#runId, new Set(own), prefix, this);
  }

  /** Takes all names of one call, before any of them starts working. */
  register(names: readonly string[]): void {
    for (const name of names) {
      if (!name.startsWith(this.#prefix)) throw new Error(`the step "${name}" is not of the branch "${this.#prefix}"`);
      if (this.#asked.has(name)) throw new Error(`the step name "${name}" is used twice in run ${this.#runId}`);
      this.#asked.add(name);
    }
  }

  found(name: string): void {
    this.#left.delete(name);
  }

  /** `next` is what the program is about to do. Other branches may still have something left. */
  requireNothingLeft(next: string): void {
    this.requireOwnAsked(next);
    this.#trunk?.requireNothingLeft(next);
  }

  /** What comes after all branches may be recorded already, and is asked for later. */
  requireOwnAsked(next: string): void {
    const [first] = this.#left;
    if (first === undefined) return;
    throw new IflowError(
      "journal-mismatch",
      `the journal of run ${this.#runId} has the recorded step "${first}", which the program no longer asks for (it is now at ${next})`,
      { fix: "Continue with the iflow version that started this run, or abandon the run. Nothing was changed." },
    );
  }
}
