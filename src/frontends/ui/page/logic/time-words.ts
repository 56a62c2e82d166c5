// Times as a person reads them at a glance.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something waits: `12 s`, `38 min`, `5 h 12 min`, `3 days`. */
export function waitWords(milliseconds: number): string {
  const time = Math.max(0, milliseconds);
  if (time < MINUTE) return `${Math.floor(time / SECOND)} s`;
  if (time < HOUR) return `${Math.floor(time / MINUTE)} min`;
  if (time < 2 * DAY) return hoursAndMinutes(time, "h", "min");
  return `${Math.floor(time / DAY)} days`;
}

/** How long something worked, to the second: `58 s`, `1 m 22 s`, `1 h 04 m`. */
export function busyWords(milliseconds: number): string {
  const time = Math.max(0, milliseconds);
  if (time > 0 && time < SECOND) return "<1 s";
  if (time < MINUTE) return `${Math.floor(time / SECOND)} s`;
  if (time < HOUR) return `${Math.floor(time / MINUTE)} m ${two(Math.floor((time % MINUTE) / SECOND))} s`;
  return `${Math.floor(time / HOUR)} h ${two(Math.floor((time % HOUR) / MINUTE))} m`;
}

/** `14:20` */
export function clockWords(time: string | number): string {
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The shortest that says which moment: `14:20` of today, `yesterday`, `Fri 13 Nov`. */
export function momentWords(time: string, now: number): string {
  const days = daysBetween(Date.parse(time), now);
  if (days === 0) return clockWords(time);
  return days === 1 ? "yesterday" : dayWords(time);
}

/** `Fri 13 Nov` */
export function dayWords(time: string | number): string {
  const date = new Date(time);
  return `${WEEKDAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]}`;
}

/** The local day as the server takes it: `2026-11-09`. */
export function dayBefore(now: number, days: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() - days);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function daysBetween(then: number, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(then)) / DAY);
}

function hoursAndMinutes(time: number, hour: string, minute: string): string {
  const minutes = Math.floor((time % HOUR) / MINUTE);
  const hours = `${Math.floor(time / HOUR)} ${hour}`;
  return minutes === 0 ? hours : `${hours} ${minutes} ${minute}`;
}

const two = (number: number): string => String(number).padStart(2, "0");

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
