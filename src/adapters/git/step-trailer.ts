// The mark that makes a commit repeatable: a step whose trailer stands on the branch was done before.
import type { CommitOrder } from "../../ports/repository.ts";
import type { Git } from "./git.ts";

export function printMessage({ message, step }: Pick<CommitOrder, "message" | "step">): string {
  return `${message.trimEnd()}\n\n${printTrailer(step)}\n`;
}

/**
 * The commit of this step between `since` and the tip. Only commits made on the branch itself count, not those a merge
 * brought in. Whole lines of the message are compared: a hook may write its own paragraph below the trailer.
 */
export async function findStep(
  git: Git,
  { step, since }: Pick<CommitOrder, "step" | "since">,
  tip: string,
): Promise<string | undefined> {
  const trailer = printTrailer(step);
  const output = await git.run([
    "rev-list",
    "--first-parent",
    "--fixed-strings",
    `--grep=${trailer}`,
    "--encoding=UTF-8",
    "--format=%B%x00",
    `${since}..${tip}`,
  ]);
  for (const record of output.split("\0\n")) {
    const [heading = "", ...lines] = record.split("\n");
    if (lines.some((line) => line.trimEnd() === trailer)) return heading.replace("commit ", "");
  }
  return undefined;
}

function printTrailer(step: string): string {
  return `Iflow-Step: ${step}`;
}
