// Numbers as people read them.

/** `38 s`, `2 min 41 s`, `25 min`, `1 h 5 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return "<1 s";
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 600)
    return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Two decimals, always; `~` where it was estimated. */
export function money(amount: number, estimated: boolean): string {
  if (amount > 0 && amount < 0.01) return "<$0.01";
  return `${estimated ? "~" : ""}$${amount.toFixed(2)}`;
}

/** A limit somebody chose: `$20`, `$0.50`. */
export function limit(amount: number): string {
  return `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
}

/** In a bill: what has no known price is not free. `unpriced`: how much of it has none, as in `$0.41 + ?`. */
export function price(amount: number | null, estimated: boolean, unpriced = 0): string {
  if (amount === null) return "?";
  return `${money(amount, estimated)}${unpriced > 0 ? " + ?" : ""}`;
}

export function thousands(count: number): string {
  if (count < 10_000) return String(count);
  return `${Math.round(count / 1000)} k`;
}

export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${Math.round((100 * part) / whole)} %`;
}

export function bytes(number: number): string {
  if (number < 1000) return `${number} B`;
  if (number < 1_000_000) return `${Math.round(number / 1000)} kB`;
  return `${(number / 1_000_000).toFixed(1)} MB`;
}

/** When something is lifted: `15:04 (in 58 min)`, with the day where it is another one. */
export function moment(at: string, now: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  const isToday = date.toDateString() === new Date(now).toDateString();
  const day = isToday ? "" : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} `;
  const left = date.getTime() - now;
  return `${day}${two(date.getHours())}:${two(date.getMinutes())}${left >= 1000 ? ` (in ${duration(left)})` : ""}`;
}

/** How long ago, in one unit. */
export function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute ago";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
