// When the person last looked, for what has ended since.
import { signal } from "@preact/signals";
import { type Visits, visit } from "../logic/visits.ts";
import { serverNow } from "./clock.ts";
import { readStored, writeStored } from "./stored.ts";

let visits = visit(read(), new Date().toISOString());

/** Null for somebody who is here for the first time: the server takes the last days. */
export const lookedSince = signal<string | null>(visits.since);

export function keepLastLook(): void {
  const keep = (next: Visits) => {
    visits = next;
    lookedSince.value = next.since;
    writeStored("visits", JSON.stringify(next));
  };
  const time = () => new Date(serverNow()).toISOString();
  keep(visits);
  addEventListener("pagehide", () => keep({ ...visits, seen: time() }));
  document.addEventListener("visibilitychange", () =>
    keep(document.hidden ? { ...visits, seen: time() } : visit(visits, time())),
  );
}

function read(): Visits | null {
  try {
    const stored: unknown = JSON.parse(readStored("visits") ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const { since = null, seen } = stored as { since?: unknown; seen?: unknown };
    return typeof seen === "string" ? { since: typeof since === "string" ? since : null, seen } : null;
  } catch {
    return null;
  }
}
