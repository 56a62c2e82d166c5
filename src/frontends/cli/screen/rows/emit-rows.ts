// Where the events of a command go: to rows that people read, or as a stream for programs.
import type { Emit, RunEvent } from "../../../../domain/run/events/run-event.ts";
import type { Stamp } from "../../../../domain/run/events/stamp-events.ts";
import { printableJson } from "../../../../domain/text/json/printable-json.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import type { Host, Terminal } from "../terminal.ts";
import { RunRows } from "./run-rows.ts";

interface Telling {
  /** Set when events are a stream. */
  readonly stamp?: Stamp | undefined;
  readonly quiet?: boolean;
  /** Commands in what is told, as they are typed here. */
  readonly print: Print;
  /** Collects what people have read in a row. */
  readonly notes: Set<string>;
}

/** `settle` prints what still waits for a row that will not come. */
export function createEmit(
  terminal: Terminal,
  { stamp, quiet, print, notes }: Telling,
  { stderr }: Pick<Host, "stderr">,
): { readonly emit: Emit; settle(): void } {
  if (stamp) {
    const printed = (event: RunEvent): RunEvent =>
      event.type === "warned" ? { ...event, text: print(event.text) } : event;
    return { emit: (event) => stderr.write(`${printableJson(stamp(printed(event)))}\n`), settle: () => undefined };
  }
  const rows = new RunRows(terminal, Date.now, print);
  const emit: Emit = (event) => {
    rows.show(event);
    if (event.type === "warned" && !quiet) notes.add(print(event.text));
  };
  return { emit, settle: () => rows.settle() };
}

/** What a command says itself comes after the rows that still wait. */
export function afterRows(screen: Terminal, settle: () => void): Terminal {
  const later = (print: (text: string) => void) => (text: string) => {
    settle();
    print(text);
  };
  return Object.create(screen, {
    out: { value: later(screen.out) },
    say: { value: later(screen.say) },
    alert: { value: later(screen.alert) },
  });
}
