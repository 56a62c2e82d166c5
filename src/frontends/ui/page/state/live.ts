// What the live stream tells, and whether it is there: one stream for all tabs of this browser.
import { computed, signal } from "@preact/signals";
import { changesViews, type LiveEvent, parsed, readLiveEvent } from "../logic/live-event.ts";
import { foldLanes, type LaneBook } from "../logic/live-lanes.ts";
import type { Told } from "../logic/stream-text.ts";
import { learnTime, serverNow } from "./clock.ts";
import { followStream, SILENCE_MS } from "./follow-stream.ts";
import { isShutOut } from "./request.ts";
import { shareStream } from "./shared-stream.ts";

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

const RETRY_MS = 2000;
const LOST: Told = { type: "lost", id: "", data: "" };

const listeners = new Set<(event: LiveEvent) => void>();

export function onFact(listener: (event: LiveEvent) => void): void {
  listeners.add(listener);
}

let lastId = "";
let silence: ReturnType<typeof setTimeout> | undefined;

export function connect(): void {
  shareStream({ lead, hear, standing });
}

/** Opened again for as long as it takes, from where it was left. */
async function lead(pass: (told: Told) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !isShutOut.peek()) {
    await followStream(lastId, signal, pass).catch(() => undefined);
    if (signal.aborted) return;
    pass(LOST);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** What a tab has to know that comes later. */
function standing(): Told | null {
  const { state } = connection.peek();
  if (state === "live") return { type: "hello", id: lastId, data: JSON.stringify({ now: new Date(serverNow()) }) };
  return state === "lost" ? LOST : null;
}

function hear({ type, id, data }: Told): void {
  clearTimeout(silence);
  if (type === LOST.type) {
    connection.value = { ...connection.peek(), state: "lost" };
    return;
  }
  const wasLost = isLost.peek();
  if (id !== "") lastId = id;
  if (type === "hello" || type === "beat") learnTime(parsed(data).now);
  silence = setTimeout(() => hear(LOST), SILENCE_MS);
  connection.value = { state: "live", heardAt: serverNow() };
  if (type === "reset") laneBook.value = new Map();
  if (type === "reset" || wasLost) changes.value += 1;
  if (type === "fact" || type === "news") take(data);
}

function take(json: string): void {
  const event = readLiveEvent(json);
  if (!event) return;
  laneBook.value = foldLanes(laneBook.peek(), event);
  if (!changesViews(event)) return;
  changes.value += 1;
  for (const listener of listeners) listener(event);
}
