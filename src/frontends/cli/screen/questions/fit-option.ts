// An option that is wider than the prompt continues below its own first word. The prompt itself would continue it at the edge,
// where it looks like another one.
import type { Option } from "../../../../domain/run/questions/question.ts";
import { wrapWords } from "../wrap-words.ts";

/** What the prompt takes of a line: its bar and its mark, and the codes of its colours, which it counts as well. */
export const OPTION_FRAME = 15;
/** What the prompt puts before the first line of an option, and not before the others. */
const MARK = "  ";
/** Takes no column; no text of a question holds it. */
const SEAM = "\u0000";

/**
 * The prompt puts the hint of the option that is looked at behind its label, with a blank and in brackets. A break between the
 * two is left to it: the label of the others would end with an empty line.
 */
export function fitOption(option: Option, columns: number): Option {
  const { label, hint } = option;
  const whole = hint === undefined ? label : `${label} ${SEAM}(${hint})`;
  const lines = wrapWords(whole, Math.max(20, columns - OPTION_FRAME));
  const [first = "", second = ""] = lines.join(`\n${MARK}`).split(SEAM);
  if (hint === undefined) return { ...option, label: first };
  return { ...option, label: first.trimEnd(), hint: second.slice(1, -1) };
}
