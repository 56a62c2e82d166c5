export interface Clock {
  now(): Date;
}

/** A clock that can also wait. */
export interface Timekeeper extends Clock {
  /** Over after so many milliseconds, or when the signal aborts; the caller looks which. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}
