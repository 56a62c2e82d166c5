// What is said to somebody who listens: questions, pauses and ends, never a tick.
import { signal } from "@preact/signals";

export const announcement = signal("");

export function announce(text: string): void {
  // the same words once more are a new announcement
  announcement.value = text === announcement.peek() ? `${text}\u00a0` : text;
}
