// What was answered, by the person or by `--yolo`, as lines of a run.
import { plainWords } from "../../../../domain/run/events/plain-words.ts";
import { count } from "../numbers.ts";
import { type EventOf, JUST_CONTINUES } from "./row-texts.ts";

type Answered = EventOf<"question-answered">;

const ABOUT_IDEA: ReadonlySet<string> = new Set(["requirements", "brainstorm-clarify", "brainstorm-type"]);

/** Questions about the idea are counted; a decision about the work is told in full. That it continues is seen. */
export function answerLines(
  all: readonly Answered[],
  verbose: boolean,
  arrow: string,
): [start: string, text: string][] {
  const isCounted = ({ by, topic }: Answered) => by === "yolo" && ABOUT_IDEA.has(topic) && !verbose;
  const counted = all.filter(isCounted).length;
  const lines: [string, string][] = counted > 1 ? [["  --yolo  ", `answered ${count(counted, "question")}`]] : [];
  for (const one of all) {
    const { by, text, answer } = one;
    if (by === "yolo" && JUST_CONTINUES.test(text) && !verbose) continue;
    if (counted > 1 && isCounted(one)) continue;
    lines.push([by === "yolo" ? "  --yolo  " : "  you  ", `${plainWords(text)} ${arrow} ${answer}`]);
  }
  return lines;
}
