// Names of durable steps, `{phase}/{epoch}/{round}/{segment}/{attempt}`: unique, and the same on every replay.

export class StepNames {
  readonly #phase: string;
  readonly #attempts = new Map<string, number>();
  #epoch = 1;
  #dispatches = 0;
  readonly #branch: Branch | undefined;

  constructor(phase: string, branch?: Branch) {
    this.#phase = phase;
    this.#branch = branch;
  }

  /** Names for a branch of the run, `{branch}/{segment}/{attempt}`; its dispatches have numbers that nobody else's have. */
  branch(name: string, numbers: Pick<Branch, "first" | "stride">): StepNames {
    return new StepNames(this.#phase, { name, ...numbers });
  }

  /** It is a task in a lane: what it leaves uncommitted is kept on a branch of its own, not in the person's working tree. */
  get isBranch(): boolean {
    return this.#branch !== undefined;
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
    if (this.#branch) return `${this.#branch.name}/${segment}`;
    return `${this.#phase}/${this.#epoch}/${round}/${segment}`;
  }

  /** The name of a wait that the phase asks for by this name. */
  ofWait(name: string): string {
    return this.#branch ? `${this.#branch.name}/${name}` : name;
  }

  /** Number of the last dispatch, for file names. */
  get lastDispatch(): number {
    return this.#dispatches;
  }

  /** Reserves `count` numbers for the caller and returns the first. */
  takeDispatches(count = 1): number {
    if (this.#branch) {
      if (count > 1) throw new Error("a branch takes its numbers one by one");
      const { first, stride } = this.#branch;
      this.#dispatches = this.#dispatches === 0 ? first : this.#dispatches + stride;
      return this.#dispatches;
    }
    this.#dispatches += count;
    return this.#dispatches - count + 1;
  }

  /** Branches have used numbers up to this one. */
  skipDispatches(last: number): void {
    this.#dispatches = Math.max(this.#dispatches, last);
  }
}

interface Branch {
  readonly name: string;
  /** Of its dispatches: the number of the first one, and from one to the next. */
  readonly first: number;
  readonly stride: number;
}
