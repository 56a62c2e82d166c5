// One live stream for all tabs of this browser. A browser opens six connections to one server, so a tab that kept one for
// itself would leave none for the seventh. One tab leads: it has the stream and passes on what it hears. When it is closed,
// the next one goes on from the place that all of them know.
import type { Told } from "../logic/stream-text.ts";

interface Sharing {
  /** Follows the server until the signal aborts. */
  readonly lead: (pass: (told: Told) => void, signal: AbortSignal) => Promise<void>;
  readonly hear: (told: Told) => void;
  /** For a tab that has just come: where the stream stands. Null while that is not known. */
  readonly standing: () => Told | null;
}

const NAME = "iflow.stream";
const JOINS = "joins";

export function shareStream({ lead, hear, standing }: Sharing): void {
  const others = new BroadcastChannel(NAME);
  let leading: AbortController | undefined;
  let waiting = new AbortController();

  const pass = (told: Told) => {
    hear(told);
    others.postMessage(told);
  };
  const takeTurn = async (isUrgent: boolean) => {
    waiting.abort();
    waiting = new AbortController();
    const mine = new AbortController();
    const led = navigator.locks.request(NAME, isUrgent ? { steal: true } : { signal: waiting.signal }, () => {
      leading = mine;
      return lead(pass, mine.signal);
    });
    const isOver = await led.then(
      () => true,
      () => false, // another tab leads now, or this one no longer waits in line
    );
    mine.abort();
    if (leading !== mine) return;
    leading = undefined;
    if (!isOver) void takeTurn(false);
  };

  others.addEventListener("message", ({ data }: MessageEvent<Told>) => {
    const stands = data.type === JOINS && leading ? standing() : null;
    if (stands) others.postMessage(stands);
    else if (data.type !== JOINS) hear(data);
  });
  // browsers let the timers of a hidden tab rest, so it would be late to come back to a server that was started again
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !leading && standing()) void takeTurn(true);
  });
  others.postMessage({ type: JOINS, id: "", data: "" });
  void takeTurn(false);
}
