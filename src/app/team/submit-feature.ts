// Hands a feature to the team's workers: its branch, and what is not committed yet, go to the origin first, so that whoever takes the
// job finds everything.
import { pidWords } from "../../domain/run/pid-words.ts";
import { isOver, type Job, type JobFlags } from "../../domain/team/job.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { KnownFeature } from "../feature/features.ts";

type SubmitPorts = Pick<Ports, "jobs" | "repository" | "runs">;

export async function submitFeature(
  ports: SubmitPorts,
  { feature }: KnownFeature,
  flags: JobFlags,
  publish: () => Promise<void>,
): Promise<void> {
  const { key, branch } = feature;
  const jobs = requireJobs(ports);
  const job = await jobs.of(key);
  if (job !== undefined && !isOver(job)) throw alreadyOpen(key);
  const owner = await ports.runs.owner(key);
  if (owner !== undefined) throw atWork(key, pidWords(owner));
  if (!(await isWithOrigin(ports, key, job))) {
    await requireCheckedOut(ports, key, branch);
    await publish();
  }
  if ((await jobs.submit(key, flags)) === "open") throw alreadyOpen(key);
}

/** Workers were in the middle of it when it was taken back: what they had is at the origin, and nothing of it is here. */
async function isWithOrigin({ runs }: SubmitPorts, key: string, job: Job | undefined): Promise<boolean> {
  if (job === undefined || job.opening === 0) return false;
  return (await runs.open()).some(({ head, elsewhere }) => head.feature === key && elsewhere !== undefined);
}

async function requireCheckedOut({ repository }: SubmitPorts, key: string, branch: string): Promise<void> {
  const { branch: current, operation } = await repository.where();
  if (current !== branch) throw notHere(branch, key);
  if (operation === undefined) return;
  throw new IflowError("repository-state", `a ${operation} is under way here`, {
    fix: "git status   (says how to finish or undo it), then: iflow submit",
    feature: key,
  });
}

export function requireJobs({ jobs }: Pick<Ports, "jobs">): NonNullable<Ports["jobs"]> {
  if (jobs) return jobs;
  throw new IflowError("usage", "no team.db is set here, and workers take their jobs from it", {
    fix: "export IFLOW_TEAM_DB=postgresql://NAME:PASSWORD@HOST:5432/DATABASE   (docs/team.md)",
  });
}

function notHere(branch: string, feature: string): IflowError {
  return new IflowError("repository-state", `${branch} is not checked out here, so its files cannot be handed over`, {
    fix: `git switch ${branch}   (or in its own work tree), then: iflow submit`,
    feature,
  });
}

function atWork(key: string, process: string): IflowError {
  return new IflowError("locked", `${key} is being worked on by another iflow (process ${process})`, {
    fix: `iflow stop ${key}, then: iflow submit ${key}`,
  });
}

function alreadyOpen(key: string): IflowError {
  return new IflowError("blocked", `${key} is with the workers already`, {
    fix: `iflow status   (iflow cancel ${key} takes it back)`,
  });
}
