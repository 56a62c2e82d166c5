// Lists to choose from: a name, beside it what there is to know about it, and below it what one could type.
import { oneLine } from "../../../../../domain/text/one-line.ts";
import { columnsOf, padEndTo } from "../../../screen/columns.ts";
import type { Choice } from "../../../screen/questions/ask.ts";
import { OPTION_FRAME } from "../../../screen/questions/fit-option.ts";
import { withoutControls } from "../../../screen/safe-text.ts";
import { hangWords } from "../../../screen/wrap-words.ts";

export interface ListOption {
  readonly value: string;
  readonly name: string;
  readonly about?: string;
  readonly below?: string | undefined;
  /** Said only while the option is chosen or looked at. */
  readonly hint?: string;
}

/** What the prompt puts before the first line of an option, and not before the others. */
const MARK = "  ";
const WIDEST_NAME = 34;

/** With what is beside the names below each other. Names and sources come from the repository, so they are made safe. */
export function listOptions(options: readonly ListOption[], columns: number): Choice[] {
  const room = columns - OPTION_FRAME;
  const isBeside = (name: string) => columnsOf(name) <= Math.min(WIDEST_NAME, room / 2);
  const width =
    Math.max(
      0,
      ...options
        .map(({ name }) => safe(name))
        .filter(isBeside)
        .map(columnsOf),
    ) + 2;
  return options.map(({ value, name, about = "", below, hint }) => {
    const head = safe(name);
    const lines = isBeside(head)
      ? hangWords(padEndTo(width, head), safe(about), room)
      : [...hangWords("", head, room), ...(about === "" ? [] : hangWords("  ", safe(about), room))];
    if (below !== undefined) lines.push(...hangWords("    ", safe(below), room));
    return { value, label: lines.map((line) => line.trimEnd()).join(`\n${MARK}`), ...(hint && { hint: safe(hint) }) };
  });
}

function safe(text: string): string {
  return withoutControls(oneLine(text));
}
