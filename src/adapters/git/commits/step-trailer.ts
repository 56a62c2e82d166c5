// The mark that makes a commit repeatable: if a step's trailer is on the branch, the step was done before.
import type { CommitRequest } from "../../../ports/git/repository.ts";
import { type Checkout, isFullId } from "../checkout/checkout.ts";
import { keepNewest } from "../checkout/commit-facts.ts";
import type { Git } from "../checkout/git.ts";

export function printMessage({ message, step }: Pick<CommitRequest, "message" | "step">): string {
  return `${message.trimEnd()}\n\n${trailerKey}${step}\n`;
}

const trailerKey = "Iflow-Step: ";

/**
 * The commit of this step between `since` and the tip. Only commits made on the branch itself count, not those that a
 * merge brought in. Whole lines of the message are compared: a hook may write its own paragraph below the trailer.
 */
export async function findStep(
  checkout: Checkout,
  { step, since }: Pick<CommitRequest, "step" | "since">,
  tip: string,
): Promise<string | undefined> {
  if (since === tip) return undefined; // no commit lies between
  const range = `${since}..${tip}`;
  const steps = checkout.memory.steps.get(range) ?? (await readSteps(checkout.git, range));
  // the commits between two ids never change
  if ([since, tip].every((end) => isFullId(checkout, end))) keepNewest(checkout.memory.steps, range, steps);
  return steps.get(step);
}

/** The steps between `since` and a commit just made on the tip are known without asking git. */
export function rememberStep(
  { memory }: Checkout,
  request: Pick<CommitRequest, "message" | "step" | "since">,
  { parent, commit }: { readonly parent: string; readonly commit: string },
): void {
  const before = request.since === parent ? new Map() : memory.steps.get(`${request.since}..${parent}`);
  if (before === undefined) return;
  keepNewest(
    memory.steps,
    `${request.since}..${commit}`,
    new Map([...before, ...stepsOf(printMessage(request), commit)]),
  );
}

async function readSteps(git: Git, range: string): Promise<Map<string, string>> {
  const which = ["--first-parent", "--fixed-strings", `--grep=${trailerKey}`, "--encoding=UTF-8", "--format=%B%x00"];
  const records = (await git.run(["rev-list", ...which, range])).split("\0\n");
  const found = records.flatMap((record) => stepsOf(record, record.slice("commit ".length, record.indexOf("\n"))));
  return new Map(found.toReversed()); // the newest comes first and must win
}

/** The step that made a commit with this message; undefined for anybody else's. */
export function stepIn(message: string): string | undefined {
  return stepsOf(message, "")[0]?.[0];
}

function stepsOf(message: string, commit: string): [string, string][] {
  return stepsIn(message).map((step) => [step, commit]);
}

export function stepsIn(message: string): string[] {
  const lines = message.split("\n").filter((line) => line.startsWith(trailerKey));
  return lines.map((line) => line.slice(trailerKey.length).trimEnd());
}
