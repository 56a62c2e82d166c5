// Numbers as people read them.

export function seconds(milliseconds: number): string {
  if (milliseconds < 1000) return "<1 s";
  const whole = Math.round(milliseconds / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} m ${whole % 60} s`;
}

export function money(amount: number | undefined, estimated: boolean): string {
  if (amount === undefined) return "";
  const digits = amount > 0 && amount < 0.01 ? 4 : 2;
  return `${estimated ? "~" : ""}$${amount.toFixed(digits)}`;
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

/** How long ago, in one unit. */
export function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute ago";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
