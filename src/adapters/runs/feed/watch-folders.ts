// Tells when something may have changed in some folders. Where the system cannot watch, or misses something, a look is due
// after a while in any case.
import { type FSWatcher, watch } from "node:fs";
import { DueLook } from "./due-look.ts";

export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher | undefined>();
  readonly #canWatch: boolean;
  readonly #look = new DueLook();

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
    await this.#look.wait(isWatched, signal);
  }

  close(): void {
    this.set([]);
  }

  #watch(folder: string): FSWatcher | undefined {
    if (!this.#canWatch) return undefined;
    try {
      const watcher = watch(folder, () => this.#look.tell());
      watcher.on("error", () => {
        watcher.close();
        this.#watchers.set(folder, undefined);
      });
      return watcher;
    } catch {
      return undefined;
    }
  }
}
