// What the world must look like before the next live step. Anything else was done by somebody else, and the person is asked.

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

  constructor(start: World) {
    this.#expected = start;
  }

  get expected(): World {
    return this.#expected;
  }

  /** The world as it was found, because the person agreed to it. */
  accept(seen: World): void {
    this.#expected = seen;
  }

  /** The branch moved to a commit of ours; `more` is what that commit changed besides. */
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
