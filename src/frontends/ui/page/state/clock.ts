// The time of the server, which is the one that runs and questions have.
import { computed, signal } from "@preact/signals";

let ahead = 0;

const tick = signal(Date.now());

export function learnTime(serverTime: unknown): void {
  const time = Date.parse(String(serverTime));
  if (Number.isNaN(time)) return;
  ahead = time - Date.now();
  tick.value = Date.now() + ahead;
}

/** To the second: only for what works this moment. */
export const second = computed(() => tick.value);

/** To ten seconds, for everything that waits: the page is not redrawn for a number that stays. */
export const now = computed(() => Math.floor(tick.value / 10_000) * 10_000 + 9_999);

export const serverNow = (): number => Date.now() + ahead;

export function startClock(): void {
  setInterval(() => {
    if (!document.hidden) tick.value = serverNow();
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    tick.value = serverNow();
  });
}
