// Notifications of the desktop: only asked for by a button, only shown while nobody looks at the page.
import { signal } from "@preact/signals";
import type { LiveEvent } from "../logic/live-event.ts";
import { announce } from "./announce.ts";
import { onFact } from "./live.ts";
import { readStored, writeStored } from "./stored.ts";

export type Notifying = "impossible" | "refused" | "off" | "on";

export const notifying = signal<Notifying>(standing());

export async function toggleNotifying(): Promise<void> {
  if (notifying.peek() === "on") writeStored("notify", "off");
  else if ((await Notification.requestPermission()) === "granted") writeStored("notify", "on");
  notifying.value = standing();
}

export function tellWhatHappens(): void {
  onFact((event) => {
    const said = wordsOf(event);
    if (said === null) return;
    announce(said);
    if (!document.hidden || notifying.peek() !== "on") return;
    const shown = new Notification("iflow", { body: said, tag: `${event.repo}/${event.feature}` });
    shown.addEventListener("click", () => window.focus());
  });
}

function standing(): Notifying {
  if (!("Notification" in window)) return "impossible";
  if (Notification.permission === "denied") return "refused";
  return Notification.permission === "granted" && readStored("notify") === "on" ? "on" : "off";
}

function wordsOf({ type, feature, text }: LiveEvent): string | null {
  switch (type) {
    case "question-asked":
      return `${feature} asks: ${text}`;
    case "paused":
      return `${feature} is paused: ${text}`;
    case "phase-completed":
      return `${feature}: ${text}`;
    case "run-left":
      return `${feature}: its process is gone`;
    default:
      return null;
  }
}
