// How long an agent may work. Waiting for its place is no work, so the time begins anew when it has one.

export interface TimeLimit {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Nothing counts until it is begun again. */
  hold(): void;
  /** From now on, all of it is left. */
  begin(): void;
}

export function timeLimit(milliseconds: number): TimeLimit {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const hold = () => clearTimeout(timer);
  const begin = () => {
    hold();
    timer = setTimeout(() => over.abort(), milliseconds).unref();
  };
  return { signal: over.signal, hold, begin };
}
