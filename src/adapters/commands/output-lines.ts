// The output of a command as lines without secrets. A line is looked at only when it is complete, so that no half of a
// secret slips through, and is cut only afterwards. A line without an end is not held in memory as a whole.
import type { Readable } from "node:stream";
import { createLineRedactor } from "../../domain/text/secrets/secrets.ts";

export interface LineRules {
  readonly secrets: readonly string[];
  onLine(line: string): void;
}

/** A whole report in JSON may be one line. */
const LONGEST_LINE = 256 * 1024;

/** Tells each line as it is completed. The returned function tells the last one, which may have no end. */
export function readLines(stream: Readable, { secrets, onLine }: LineRules): () => void {
  const redact = createLineRedactor(secrets);
  const longestSecret = secrets[0]?.length ?? 0;
  let open = "";
  let isCut = false;
  let hadReturn = false;
  const tell = () => {
    const line = redact(open);
    onLine(isCut ? line.slice(0, -longestSecret || undefined) : line); // its end may be the beginning of a secret
    open = "";
    isCut = false;
  };
  const add = (text: string) => {
    if (isCut) return; // it is full: joining more would copy all of it again, with each piece
    isCut = open.length + text.length > LONGEST_LINE;
    open = (open + text).slice(0, LONGEST_LINE);
  };
  stream.setEncoding("utf8").on("data", (text: string) => {
    const [first = "", ...others] = (hadReturn ? text.replace(/^\n/, "") : text).split(/\r?\n|\r/);
    hadReturn = text.endsWith("\r");
    add(first);
    for (const part of others) {
      tell();
      add(part);
    }
  });
  return () => {
    if (open !== "") tell();
  };
}
