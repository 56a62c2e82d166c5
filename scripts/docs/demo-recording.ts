// What the picture in README.md shows: a part of what a run of the demo printed. docs/images/demo.txt is that recording.
import { IDEA } from "../../examples/demo/story.ts";
import { withoutChance } from "./played.ts";

export const RECORDING = "docs/images/demo.txt";

/** `printed`: the rows of `iflow demo` in 80 columns. */
export function excerptOf(printed: string): string {
  const lines = withoutChance(printed).split("\n");
  const part = (from: RegExp, to: RegExp): string[] => {
    const begin = lines.findIndex((line) => from.test(line));
    const length = lines.slice(begin).findIndex((line) => to.test(line));
    if (begin < 0 || length < 0) throw new Error(`the demo no longer prints a part from ${from} to ${to}`);
    return lines.slice(begin, begin + length + 1);
  };
  const implement = part(/^implement {3}/, /^✓ Code approved /)
    .filter((line) => !LEFT_OUT.test(line))
    .filter((line, at, all) => line !== all[at + 1]);
  return [
    "$ npx iflow demo",
    "…",
    `${part(/^001-.* · /, /^001-.* · /)}`,
    ...implement,
    "…",
    ...part(/^✓ 001-.* is merged into /, /^ {2}took /),
  ]
    .join("\n")
    .concat("\n");
}

/** Of little interest to a newcomer; so is what is said twice in a row. */
const LEFT_OUT = /^ {2}(?:code simplified|tests outlined|tests written)$/;

export const PICTURE_TITLE = `iflow demo, shortened: "${IDEA}", from the code reviews to the merge`;
