// Entries that this run writes to `.review-history.md`, and the bytes that the last verdict was about.

export class ReviewEntries {
  readonly #entries: string[] = [];
  #judged: string | null = null;

  get all(): readonly string[] {
    return this.#entries;
  }

  add(entry: string): void {
    this.#entries.push(entry);
  }

  /** Replaces the last round's entry when there is more to say about it. */
  replaceLast(entry: string): void {
    this.#entries.splice(-1, 1, entry);
  }

  removeLast(): void {
    this.#entries.pop();
  }

  /** The bytes that a reviewer saw last; null when there is no verdict on what is committed. */
  get judged(): string | null {
    return this.#judged;
  }

  judge(blob: string | null): void {
    this.#judged = blob;
  }
}
