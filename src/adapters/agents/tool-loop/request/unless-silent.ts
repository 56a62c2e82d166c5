// A fetch whose answers break off when not a byte of them has come for a while, so that a stream that died without a word
// is asked for again. Bytes are watched, not events: some providers keep a connection alive with lines that mean nothing.
import { StreamCut } from "./model-client.ts";

/** As long as the fetch of Node waits by itself; a reasoning model may think for minutes. */
const SILENCE_MS = 5 * 60_000;

export function fetchUnlessSilent(limitMs = SILENCE_MS): typeof fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    return new Response(watched(body, limitMs), { status, statusText, headers });
  };
}

function watched(body: ReadableStream<Uint8Array>, limitMs: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const timer = setTimeout(() => {
        controller.error(new StreamCut(silentFor(limitMs)));
        reader.cancel().catch(() => undefined);
      }, limitMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (value !== undefined) controller.enqueue(value);
      else if (done) closeQuietly(controller);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** It may have been broken off while it was read. */
function closeQuietly(controller: ReadableStreamDefaultController): void {
  try {
    controller.close();
  } catch {
    // it has ended otherwise
  }
}

function silentFor(limitMs: number): string {
  const seconds = Math.round(limitMs / 1000);
  const time = seconds >= 120 ? `${Math.round(seconds / 60)} minutes` : `${seconds} second${seconds === 1 ? "" : "s"}`;
  return `the answer fell silent for ${time}`;
}
