// A feature that the team's workers have is theirs to move: whoever continues it elsewhere is told where it stands, and what was
// stopped goes on there.
import { isOver, type Job } from "../../domain/team/job.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";

/** The job that goes on because of this; undefined when the workers do not have the feature. */
export async function resumeWithWorkers({ jobs }: Pick<Ports, "jobs">, feature: string): Promise<Job | undefined> {
  const job = await jobs?.of(feature);
  if (job === undefined || isOver(job)) return undefined;
  if (job.state === "stopped" && (await jobs?.resume(feature))) return { ...job, state: "due" };
  throw withWorkers(job);
}

function withWorkers({ feature, state, told, worker }: Job): IflowError {
  const who = worker === undefined ? "the team's workers" : worker.replace(/#.*$/, "");
  const message =
    state === "waiting" ? `${feature} waits with the team's workers: ${told}` : `${feature} is with ${who}`;
  return new IflowError("locked", message, {
    fix: state === "waiting" ? "iflow answer" : "iflow watch   (iflow stop pauses it, iflow cancel takes it back)",
    feature,
  });
}
