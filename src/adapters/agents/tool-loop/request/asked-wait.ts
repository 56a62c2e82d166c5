// How long a provider asks to wait, in milliseconds. Each says it in its own way: in a header as seconds, milliseconds or a
// date, in headers about what is left, beside its words or in them.
import { LONGEST_WAIT_MS } from "../../longest-wait.ts";

export interface Asked {
  readonly headers: Headers | undefined;
  /** In words. */
  readonly said: string;
  /** As a number beside them. */
  readonly seconds?: number | undefined;
}

/** Undefined when it does not say. */
export function askedWait({ headers, said, seconds }: Asked): number | undefined {
  const waits = [
    numberIn(headers?.get("retry-after-ms")),
    retryAfter(headers?.get("retry-after"), headers?.get("date")),
    ...EXHAUSTIBLE.map((what) => resetOf(headers, what)),
    seconds === undefined ? undefined : seconds * 1000,
    spanIn(AGAIN.exec(said)?.[1]),
  ];
  return waits.find((wait) => wait !== undefined && wait <= LONGEST_WAIT_MS);
}

/** In seconds, or until a date by the clock of the server, which says when it answered. */
function retryAfter(value: string | null | undefined, answered: string | null | undefined): number | undefined {
  const seconds = numberIn(value);
  if (seconds !== undefined) return seconds * 1000;
  const left = Date.parse(value ?? "") - Date.parse(answered ?? "");
  return left > 0 ? left : undefined;
}

function numberIn(value: string | null | undefined): number | undefined {
  return value && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** OpenAI's allowances. Each has a header with the time until it is whole again; the one that is used up counts. */
const EXHAUSTIBLE = ["requests", "tokens"] as const;

function resetOf(headers: Headers | undefined, what: (typeof EXHAUSTIBLE)[number]): number | undefined {
  const isUsedUp = headers?.get(`x-ratelimit-remaining-${what}`) === "0";
  return isUsedUp ? spanIn(headers?.get(`x-ratelimit-reset-${what}`)) : undefined;
}

const SPAN = /\d+(?:\.\d+)?(?:ms|[smhd])/;
/** `Please try again in 7m12s.`, `Please retry in 34.07s.` */
const AGAIN = new RegExp(`\\b(?:try again|retry(?: again)?) in ((?:${SPAN.source})+)(?![\\w])`, "i");
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `1h12m0s`, `6.2s`, `20ms`. */
function spanIn(text: string | null | undefined): number | undefined {
  const spans = text?.match(new RegExp(SPAN, "g")) ?? [];
  if (spans.length === 0 || spans.join("") !== text) return undefined;
  const parts = spans.map((span) => Number.parseFloat(span) * (UNITS[span.replace(/^[\d.]+/, "")] ?? 0));
  return Math.ceil(parts.reduce((sum, part) => sum + part, 0));
}
