// Lines in which commands stay whole, because people paste them; the words around them are broken wherever it is needed.
import { columnsOf } from "./columns.ts";
import { hangWords } from "./wrap-words.ts";

/** `head` stands before the first line; the others begin below its end. */
export function hangCommands(head: string, text: string, columns: number): string[] {
  return hangWords(head, wholeWords(text, Math.max(20, columns - columnsOf(head))), columns);
}

/** A remark behind three blanks goes below what it is about where both have no room on one line, then what comes after. */
export function fixLines(fix: string, columns: number, head = "  Fix: "): string[] {
  if (columnsOf(head + fix) <= columns) return [head + fix];
  const below = " ".repeat(columnsOf(head));
  const [whole = "", ...remarks] = fix.split(/ {3}(?=\()/);
  const [first = "", then] = whole.split(/, (?=then: )/);
  const lines =
    then === undefined || columnsOf(head + whole) <= columns
      ? hangCommands(head, whole, columns)
      : [...hangCommands(head, `${first},`, columns), ...hangCommands(below, then, columns)];
  return [...lines, ...remarks.flatMap((remark) => hangCommands(below, remark, columns))];
}

/** Up to the end of its clause: a remark in brackets, a comma, another column. */
const COMMAND =
  /(?:(?<=\p{Cc}\[[\d;]*m)|(?<![\w./-]))(?:(?:npx )?iflow (?=[a-z]|--)|(?:git|npm|npx|node|rm|mv|mkdir|chmod|cp|cd) (?=[\w./~'"-])|IFLOW_\w+=|\/\S+ (?=\/))(?:"[^"]*"|'[^']*'|[^"'\n])*?(?=[,;:.]?(?: {2,}|$)|[,;:] |\. [A-Z]| \(|[)`])/gu;

/**
 * Its words, with each command as one of them. A clause that is wider than a line is one only if it is announced: prose
 * may begin like a command, as in `iflow doctor looks for the cause`.
 */
function wholeWords(text: string, room: number): string[] {
  const joined = text.replaceAll(COMMAND, (found, at: number) => {
    const isAnnounced = /(?:^|[:(`] *|&& )(?:\p{Cc}\[[\d;]*m)*$/u.test(text.slice(0, at));
    return isAnnounced || columnsOf(found) <= room ? found.replaceAll(" ", JOINT) : found;
  });
  return joined
    .split(/ +/)
    .filter((word) => word !== "")
    .map((word) => word.replaceAll(JOINT, " "));
}

const JOINT = "\u0000";
