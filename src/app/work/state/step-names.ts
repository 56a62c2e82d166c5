// Names of durable steps, `{phase}/{epoch}/{round}/{segment}/{attempt}`: unique, and the same on every replay.

export class StepNames {
  readonly #phase: string;
  readonly #attempts = new Map<string, number>();
  #epoch = 1;
  #dispatches = 0;

  constructor(phase: string) {
    this.#phase = phase;
  }

  /** Grows each time the phase's reviews start over. */
  get epoch(): number {
    return this.#epoch;
  }

  startOver(): void {
    this.#epoch += 1;
  }

  /** Each call counts as a new attempt. */
  next(round: number, segment: string): string {
    const prefix = this.place(round, segment);
    const attempt = (this.#attempts.get(prefix) ?? 0) + 1;
    this.#attempts.set(prefix, attempt);
    return `${prefix}/${attempt}`;
  }

  /** The name without an attempt, for what happens once per round. */
  place(round: number, segment: string): string {
    return `${this.#phase}/${this.#epoch}/${round}/${segment}`;
  }

  /** Number of the last dispatch, for file names. */
  get lastDispatch(): number {
    return this.#dispatches;
  }

  /** Reserves `count` numbers for the caller and returns the first. */
  takeDispatches(count = 1): number {
    this.#dispatches += count;
    return this.#dispatches - count + 1;
  }
}
