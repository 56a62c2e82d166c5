// What the world must look like before the next live step. Any other change is somebody else's, so the person is asked.

/** Where HEAD stands and which bytes the artifact and `.meta.json` have. */
export interface World {
  readonly branch: string | null;
  readonly head: string | null;
  readonly blob: string | null;
  /** `.meta.json`: only the engine writes it. */
  readonly meta: string | null;
}

export class ExpectedWorld {
  #expected: World;
  #settingsAccepted: ReadonlySet<string> = new Set();

  constructor(start: World) {
    this.#expected = start;
  }

  get expected(): World {
    return this.#expected;
  }

  /** Takes the world as it was found, because the person agreed to it. */
  accept(seen: World): void {
    this.#expected = seen;
  }

  /** The person has looked at what these dispatches changed in git's own files. */
  acceptSettingsOf(steps: readonly string[]): void {
    this.#settingsAccepted = new Set(steps);
  }

  hasSettingsAccepted(step: string): boolean {
    return this.#settingsAccepted.has(step);
  }

  /** The branch moved to a commit made by the engine; `more` is what else that commit changed. */
  committed(head: string, more: Partial<Pick<World, "blob" | "meta">> = {}): void {
    this.#expected = { ...this.#expected, head, ...more };
  }

  /** The artifact has these bytes now. */
  wrote(blob: string | null): void {
    this.#expected = { ...this.#expected, blob };
  }

  wroteMeta(meta: string | null): void {
    this.#expected = { ...this.#expected, meta };
  }
}
