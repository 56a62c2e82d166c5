// Answers that were given and are not sent yet: each can be taken back until its time has come.

export interface Held {
  /** Of the question; one question has one answer. */
  readonly key: string;
  readonly answer: string;
  /** What the person chose, in words. */
  readonly label: string;
  /** Milliseconds, as the clock of the page has them. */
  readonly due: number;
}

export const UNDO_MS = 5000;

export type UndoQueue = readonly Held[];

/** A second answer to the same question replaces the first. */
export function hold(queue: UndoQueue, one: Omit<Held, "due">, now: number): UndoQueue {
  return [...queue.filter(({ key }) => key !== one.key), { ...one, due: now + UNDO_MS }];
}

/** Without a key: the one that was given last. */
export function takeBack(
  queue: UndoQueue,
  key: string | undefined,
): { readonly queue: UndoQueue; readonly taken: Held | null } {
  const taken = key === undefined ? queue.at(-1) : queue.find((one) => one.key === key);
  return { queue: queue.filter((one) => one !== taken), taken: taken ?? null };
}

/** What has to be sent now, in the order it was given, and what can still be taken back. */
export function release(
  queue: UndoQueue,
  now: number,
): { readonly queue: UndoQueue; readonly released: readonly Held[] } {
  return { queue: queue.filter(({ due }) => due > now), released: queue.filter(({ due }) => due <= now) };
}
