// What programs print to colour their words and to move the cursor. Whole sequences are removed, not only their first
// character, or "[31m" stays behind.
import { CONTROLS } from "./json/printable-json.ts";

const CODES = new RegExp(
  [
    "\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)", // titles and links
    "[\\u001b\\u009b][[\\]()#;?]*(?:\\d{1,4}(?:[;:]\\d{0,4})*)?[\\dA-PR-TZcf-nq-uy=><~]", // colours, cursor
    "\\u001b.", // the short ones
  ].join("|"),
  "g",
);

export function withoutColours(text: string): string {
  return text.includes("\u001b") || text.includes("\u009b") ? text.replaceAll(CODES, "") : text;
}

/** For text of agents in files that the engine writes: nothing in it can steer the terminal of a reader, or turn a line around. */
export function withoutControlCodes(text: string): string {
  return withoutColours(text).replaceAll(CONTROLS, (character) => (character === "\t" ? character : ""));
}
