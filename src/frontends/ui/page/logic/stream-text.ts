// Server-sent events out of the text of an answer, wherever it was cut on its way.

export interface Told {
  readonly type: string;
  /** The place behind it; empty where it has none. */
  readonly id: string;
  readonly data: string;
}

export class StreamText {
  #rest = "";

  /** Every event that is complete now. */
  take(text: string): Told[] {
    const parts = (this.#rest + text).split("\n\n");
    this.#rest = parts.pop() ?? "";
    return parts.map(readEvent);
  }
}

function readEvent(part: string): Told {
  const lines = part.split("\n");
  const field = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  return { type: field("event")[0] ?? "message", id: field("id")[0] ?? "", data: field("data").join("\n") };
}
