import { waitWords } from "../logic/time-words.ts";
import { now } from "../state/clock.ts";

/** `38 min`, going on by itself. */
export function Waits({ since }: { readonly since: string }) {
  return <time dateTime={since}>{waitWords(now.value - Date.parse(since))}</time>;
}
