// What works in a run, written down a few times a second for those who watch from elsewhere. Never part of a step: a replay
// tells nothing of it, and nothing depends on it.
import type { Emit } from "../../domain/run/events/run-event.ts";
import { LiveBoard } from "../../domain/stream/live-work.ts";
import type { Ports } from "../../ports/ports.ts";

export interface TellingLive {
  readonly emit: Emit;
  close(): Promise<void>;
}

const EVERY_MS = 250;

export function tellLive({ feed, clock, emit }: Pick<Ports, "feed" | "clock" | "emit">, run: string): TellingLive {
  const board = new LiveBoard(() => clock.now());
  const sink = feed.live(run);
  const timer = setInterval(() => {
    const changes = board.changes();
    if (changes.length > 0) sink.write(changes);
  }, EVERY_MS).unref();
  return {
    emit: (event) => {
      board.take(event);
      emit(event);
    },
    close: () => {
      clearInterval(timer);
      return sink.close();
    },
  };
}
