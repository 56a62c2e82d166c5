// The live stream: one connection for the tab, opened again for as long as it takes, from where it was left.
import { computed, signal } from "@preact/signals";
import { STREAM } from "../../view/model/addresses.ts";
import { changesViews, type LiveEvent, parsed, readLiveEvent } from "../logic/live-event.ts";
import { foldLanes, type LaneBook } from "../logic/live-lanes.ts";
import { learnTime, serverNow } from "./clock.ts";
import { isShutOut } from "./request.ts";

export interface Connection {
  readonly state: "connecting" | "live" | "lost";
  /** When the server was last heard, by its own clock. */
  readonly heardAt: number;
}

export const connection = signal<Connection>({ state: "connecting", heardAt: serverNow() });
export const isLost = computed(() => connection.value.state === "lost");
export const laneBook = signal<LaneBook>(new Map());
/** Grows whenever what the views show may be different. */
export const changes = signal(0);

/** The server beats every 15 seconds. */
const SILENCE_MS = 40_000;
const RETRY_MS = 2000;

const listeners = new Set<(event: LiveEvent) => void>();

export function onFact(listener: (event: LiveEvent) => void): void {
  listeners.add(listener);
}

let lastId = "";

export function connect(): void {
  const source = new EventSource(lastId === "" ? STREAM : `${STREAM}?after=${encodeURIComponent(lastId)}`);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const lose = () => {
    clearTimeout(silence);
    source.close();
    connection.value = { ...connection.peek(), state: "lost" };
    if (!isShutOut.peek()) setTimeout(connect, RETRY_MS);
  };
  const hear = (event: MessageEvent<string>) => {
    if (event.lastEventId !== "") lastId = event.lastEventId;
    clearTimeout(silence);
    silence = setTimeout(lose, SILENCE_MS);
    connection.value = { state: "live", heardAt: serverNow() };
  };
  source.addEventListener("hello", (event) => {
    const wasLost = connection.peek().state === "lost";
    learnTime(parsed(event.data).now);
    hear(event);
    if (wasLost) changes.value += 1;
  });
  source.addEventListener("beat", (event) => {
    learnTime(parsed(event.data).now);
    hear(event);
  });
  source.addEventListener("reset", (event) => {
    hear(event);
    laneBook.value = new Map();
    changes.value += 1;
  });
  for (const type of ["fact", "news"])
    source.addEventListener(type, (event: MessageEvent<string>) => {
      hear(event);
      take(event.data);
    });
  source.addEventListener("error", lose);
}

function take(json: string): void {
  const event = readLiveEvent(json);
  if (!event) return;
  laneBook.value = foldLanes(laneBook.peek(), event);
  if (!changesViews(event)) return;
  changes.value += 1;
  for (const listener of listeners) listener(event);
}
