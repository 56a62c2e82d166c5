// The line of a command's output that says what went wrong first: later ones are often only its echo.
const SAYS_SO =
  /\b(?:error|err|fatal|failed|failure|not found|no such file|cannot|can't|unable|denied|refused|no space left|exception|traceback)\b/i;

/** Undefined when it said nothing. */
export function firstFailure(output: string): string | undefined {
  const lines = output.split("\n").map((line) => line.trim());
  return lines.find((line) => SAYS_SO.test(line)) ?? lines.findLast((line) => line !== "");
}

/** So many lines from the first one that says what went wrong, or the last ones; those that are blank are left out. */
export function linesOfFailure(output: string, most: number): string[] {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const first = lines.findIndex((line) => SAYS_SO.test(line));
  const last = Math.max(0, lines.length - most);
  const from = first === -1 ? last : Math.min(first, last);
  return lines.slice(from, from + most);
}
