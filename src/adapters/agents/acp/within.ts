import { setTimeout as pause } from "node:timers/promises";
import { AgentFailure } from "./failure.ts";

/** Treats an agent that never answers as a failing agent. */
export async function within<T>(milliseconds: number, question: string, answer: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = pause(milliseconds, undefined, { signal: stop.signal }).then(() => {
    throw new AgentFailure(`it did not answer ${question} within ${milliseconds / 1000} s`);
  });
  late.catch(() => undefined); // the aborted pause rejects when the answer comes first
  try {
    return await Promise.race([answer, late]);
  } finally {
    stop.abort();
  }
}

export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
