// Entries of `.review-history.md` written by this run, and the bytes the last verdict was about.

export class ReviewEntries {
  readonly #entries: string[] = [];
  #judged: string | null = null;

  get all(): readonly string[] {
    return this.#entries;
  }

  add(entry: string): void {
    this.#entries.push(entry);
  }

  /** The last round is told anew: there is more to say about it. */
  replaceLast(entry: string): void {
    this.#entries.splice(-1, 1, entry);
  }

  removeLast(): void {
    this.#entries.pop();
  }

  /** The bytes a reviewer has seen last; null when there is no verdict about what is committed. */
  get judged(): string | null {
    return this.#judged;
  }

  judge(blob: string | null): void {
    this.#judged = blob;
  }
}
