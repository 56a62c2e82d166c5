// When an event happened, in which run and of which feature. A command moves one run at a time, so what is not about
// another feature belongs to the run that was opened last.
import type { RunEvent } from "./run-event.ts";

/** What a command tells besides: an error, a question. */
export type Told = { readonly type: "told"; readonly text: string };

export type StampedEvent = (RunEvent | Told) & {
  /** ISO 8601. */
  readonly time: string;
  /** Null before the first run of the command. */
  readonly run: string | null;
  readonly feature: string | null;
};

export type Stamp = (event: RunEvent | Told) => StampedEvent;

export function stampEvents(now: () => Date): Stamp {
  let open: { readonly run: string | null; readonly feature: string | null } = { run: null, feature: null };
  return (event) => {
    if (event.type === "run-opened") open = { run: event.run, feature: event.feature };
    const named = "feature" in event ? event.feature : undefined;
    const own = named === undefined || named === open.feature ? open : { run: null, feature: named };
    return { time: now().toISOString(), ...own, ...event, feature: own.feature } as StampedEvent;
  };
}
