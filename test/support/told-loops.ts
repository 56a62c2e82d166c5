// Review histories in few words, and the loops they tell.
import { loopsOf, type ReviewLoop } from "../../bench/convergence/loops.ts";

/** One entry: its heading, what was decided, its issues. */
export function entryOf(heading: string, decision: string, issues: readonly string[] = []): string {
  const list = issues.length === 0 ? "None" : issues.map((issue) => `- ${issue}`).join("\n");
  return `## ${heading}\n\n**Reviewer:** some-reviewer\n**Decision:** ${decision}\n\n**Issues:**\n${list}\n\n---\n`;
}

/** `2/1 0/0`: a loop of two rounds, the first with two blockers and one warning. */
export function loopOf(rounds: string): ReviewLoop {
  const text = rounds.split(" ").map((round, at) => {
    const [blockers, warnings] = round.split("/");
    return entryOf(`Design Review - Iteration ${at + 1}`, `No (${blockers} blockers, ${warnings} warnings)`, [
      "[note] -",
    ]);
  });
  const [loop] = loopsOf(text.join("\n")).loops;
  if (loop === undefined) throw new Error(`${rounds} is no loop`);
  return loop;
}
