// Branches that run side by side: which of them rest, and whether one has failed. A branch rests while it waits for an
// answer or for another branch. When all rest and nothing wakes one, no one but a person can move the run on.
import { setImmediate as nextTurn } from "node:timers/promises";

/** Every branch rests. */
export class AllRest extends Error {}

export class BranchGroup {
  #active: number;
  #failure: { readonly error: unknown } | undefined;
  #stop: (reason: unknown) => void = () => undefined;
  /** Rejects when a branch fails, or when all rest. */
  readonly #stopped: Promise<never>;

  constructor(size: number) {
    this.#active = size;
    this.#stopped = new Promise<never>((_, reject) => {
      this.#stop = reject;
    });
    this.#stopped.catch(() => undefined); // nobody may be resting when it happens
  }

  /** Before a branch begins anything new. */
  requireGoing(): void {
    if (this.#failure) throw this.#failure.error;
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop(error);
  }

  /** The branch is over. */
  leave(): void {
    this.#active -= 1;
    void this.#stopIfAllRest();
  }

  /** Rests until that settles. Throws `AllRest`, or why another branch failed. */
  async restUntil<T>(wake: () => Promise<T>): Promise<T> {
    this.requireGoing();
    this.leave();
    try {
      return await Promise.race([wake(), this.#stopped]);
    } finally {
      this.#active += 1;
    }
  }

  async #stopIfAllRest(): Promise<void> {
    await nextTurn(); // what the last one did may just be waking another
    if (this.#active === 0) this.#stop(new AllRest());
  }
}
