// The flags of `iflow worker`.

export interface WorkerFlags {
  readonly db?: string;
  readonly slots?: string;
  readonly name?: string;
  readonly runtime?: string;
  readonly script?: string;
  readonly health?: string;
  /** Of a slot that its worker has started: its number. */
  readonly slot?: string;
}
