import { momentWords } from "../logic/time-words.ts";
import { now } from "../state/clock.ts";

export function Moment({ at }: { readonly at: string }) {
  return (
    <time class="when" dateTime={at} title={new Date(at).toLocaleString()}>
      {momentWords(at, now.value)}
    </time>
  );
}
