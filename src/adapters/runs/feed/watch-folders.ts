// Tells when something may have changed in some folders. Where the system cannot watch, or misses something, a look is due
// after a while in any case.
import { type FSWatcher, watch } from "node:fs";

/** Many changes at once are one. */
const GATHER_MS = 80;
const LOOK_MS = 2_000;
const LOOK_UNWATCHED_MS = 1_000;

export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher | undefined>();
  readonly #canWatch: boolean;
  #isDue = false;
  #wake: (() => void) | undefined;

  constructor(canWatch: boolean) {
    this.#canWatch = canWatch;
  }

  /** From now on these and no others. */
  set(folders: readonly string[]): void {
    const wanted = new Set(folders);
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder) && watcher !== undefined) continue;
      watcher?.close();
      this.#watchers.delete(folder);
    }
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#watchers.set(folder, this.#watch(folder));
  }

  async changed(signal: AbortSignal): Promise<void> {
    const isWatched = [...this.#watchers.values()].every((watcher) => watcher !== undefined);
    if (!this.#isDue) await this.#pause(isWatched ? LOOK_MS : LOOK_UNWATCHED_MS, signal, true);
    if (this.#isDue) await this.#pause(GATHER_MS, signal, false);
    this.#isDue = false;
  }

  close(): void {
    this.set([]);
  }

  #watch(folder: string): FSWatcher | undefined {
    if (!this.#canWatch) return undefined;
    try {
      const watcher = watch(folder, () => this.#tell());
      watcher.on("error", () => {
        watcher.close();
        this.#watchers.set(folder, undefined);
      });
      return watcher;
    } catch {
      return undefined;
    }
  }

  #tell(): void {
    this.#isDue = true;
    this.#wake?.();
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
