// Texts that are too long for an answer, cut at whole lines where possible, with a plain note about what is missing.

export interface Cut {
  /** The first line wanted, counted from 1. */
  readonly from: number;
  /** How many; all when it is not said. */
  readonly lines: number | undefined;
  /** Characters an answer may have. */
  readonly longest: number;
}

export function cutLines(text: string, { from, lines, longest }: Cut): string {
  const all = text.split("\n");
  if (all.at(-1) === "") all.pop(); // the end of the last line is no line of its own
  if (from > all.length) return `[The file has ${all.length} lines.]`;
  const wanted = all.slice(from - 1, lines === undefined ? undefined : from - 1 + lines);
  const shown = wanted.slice(0, countFitting(wanted, longest));
  const last = from - 1 + shown.length;
  const isWhole = last === all.length;
  const [first = ""] = wanted;
  if (shown.length === 0) {
    return `${first.slice(0, longest)}\n[Cut: line ${from} of ${all.length} has ${first.length} characters; its beginning is shown.]`;
  }
  const body = shown.join("\n");
  return isWhole ? body : `${body}\n[Cut: lines ${from} to ${last} of ${all.length} are shown.]`;
}

function countFitting(lines: readonly string[], longest: number): number {
  let length = 0;
  const over = lines.findIndex((line) => {
    length += line.length + 1;
    return length > longest;
  });
  return over < 0 ? lines.length : over;
}

/** The end is what matters of an output. */
export function cutOutput(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.slice(-longest);
  return `[Cut: only the end is shown.]\n${end.slice(end.indexOf("\n") + 1)}`;
}
