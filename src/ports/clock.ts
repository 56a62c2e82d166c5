export interface Clock {
  now(): Date;
}

/** A clock that can also wait. */
export interface Timekeeper extends Clock {
  /** Resolves after this many milliseconds, or when the signal aborts; the caller checks which. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}
