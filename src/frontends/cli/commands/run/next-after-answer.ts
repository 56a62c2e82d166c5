// Who goes on once a question is answered: whoever types `iflow continue` here, somebody elsewhere, or the team's workers by themselves.
import type { RunSummary } from "../../../../domain/run/run.ts";
import { isOver } from "../../../../domain/team/job.ts";
import type { Ports } from "../../../../ports/ports.ts";
import type { Print } from "../../../drive/printed-commands.ts";

export interface NextAfter {
  readonly next: string;
  /** What is said below the answer. */
  readonly words: string;
}

/** Asked before the answer is stored: then no run waits for it any more. */
export async function nextAfterAnswer(
  { runs, jobs }: Pick<Ports, "runs" | "jobs">,
  id: string,
  print: Print,
): Promise<NextAfter> {
  const asks = ({ pendings }: RunSummary) => pendings.some((one) => one.type === "question" && one.id === id);
  const run = (await runs.open()).find(asks);
  const job = run && (await jobs?.of(run.head.feature));
  if (job && !isOver(job)) {
    const next = print("iflow watch");
    return { next, words: `The team's workers go on once every question is answered.\nNext: ${next}` };
  }
  const next = print("iflow continue");
  const away = run?.elsewhere;
  return { next, words: away === undefined ? `Next: ${next}` : `Next, in ${away.tree} on ${away.host}: ${next}` };
}
