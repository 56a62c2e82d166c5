// When to look again: soon after something was told, and after a while in any case.

/** Many changes at once are one. */
const GATHER_MS = 80;
const LOOK_MS = 2_000;
const LOOK_UNTOLD_MS = 1_000;

export class DueLook {
  #isDue = false;
  #wake: (() => void) | undefined;

  tell(): void {
    this.#isDue = true;
    this.#wake?.();
  }

  /** `isTold`: somebody calls `tell` for every change; otherwise looks are more frequent. */
  async wait(isTold: boolean, signal: AbortSignal): Promise<void> {
    if (!this.#isDue) await this.#pause(isTold ? LOOK_MS : LOOK_UNTOLD_MS, signal, true);
    if (this.#isDue) await this.#pause(GATHER_MS, signal, false);
    this.#isDue = false;
  }

  #pause(milliseconds: number, signal: AbortSignal, canWake: boolean): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener("abort", end);
      if (canWake) this.#wake = end;
      if (signal.aborted) end();
    });
  }
}
