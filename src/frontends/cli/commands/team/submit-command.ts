// `iflow submit`: a feature goes on on the team's workers. `iflow cancel` takes it back.

import { resolveFeature } from "../../../../app/feature/features.ts";
import { requireJobs, submitFeature } from "../../../../app/team/submit-feature.ts";
import { branchOf } from "../../../../domain/feature/feature-key.ts";
import type { JobFlags } from "../../../../domain/team/job.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { requirePerson } from "../../../drive/before/require-person.ts";
import { atHome } from "../../../drive/place/at-home.ts";
import { keyOf } from "../../../drive/place/meant-key.ts";
import { type PhaseFlags, runFlags } from "../../../drive/run-driver.ts";
import type { CommandResult } from "../../screen/output.ts";
import type { CommandPlace } from "../command-place.ts";

export async function submitCommand(typedAt: CommandPlace, flags: PhaseFlags): Promise<CommandResult> {
  await requirePerson(typedAt, "hands features over", "iflow submit");
  const { artifactsRoot } = typedAt.config;
  const meant = await resolveFeature(typedAt.ports, artifactsRoot, flags.feature, "look");
  const { key } = meant.feature;
  requireJobs(typedAt.ports);
  const place = await atHome(typedAt, key);
  const asked = jobFlags(flags);
  const { root } = place.ports.repository;
  await submitFeature(place.ports, meant, asked, () => place.wiring.publishWork(root, key));
  const workers = await requireJobs(place.ports).workers();
  const { marks, paint } = place.terminal;
  const note =
    workers.length === 0 ? `\n${paint.yellow(marks.bullet)} no worker is there now; it begins when one is` : "";
  return {
    data: { feature: key, flags: asked, workers: workers.length },
    text: `${paint.green(marks.pass)} ${key} is with the workers (${untilWhat(asked)}).${note}\nNext: iflow watch ${key}`,
  };
}

export async function cancelCommand(place: CommandPlace, asked: string | undefined): Promise<CommandResult> {
  await requirePerson(place, "takes features back", `iflow cancel ${asked ?? ""}`.trim());
  const jobs = requireJobs(place.ports);
  const key = await meantJob(place, asked);
  const job = await jobs.cancel(key);
  if (job === undefined) {
    throw new IflowError("blocked", `${key} is not with the workers`, { fix: "iflow status", feature: key });
  }
  const { marks, paint } = place.terminal;
  const isOpen = (await place.ports.runs.open()).some(({ head }) => head.feature === key);
  const next = isOpen
    ? `iflow submit ${key}   (the workers go on where they were)`
    : `git pull origin ${branchOf(key)}   (on that branch), then: iflow continue ${key}`;
  const ends = job.worker === undefined ? "" : " What is at work there ends; all that is recorded is kept.";
  return {
    data: { feature: key, opening: job.opening },
    text: `${paint.green(marks.pass)} ${key} is taken back from the workers.${ends}\nNext: ${next}`,
  };
}

/** The feature that is named, or the only one that the workers have. */
async function meantJob({ ports, ...place }: CommandPlace, asked: string | undefined): Promise<string> {
  if (asked !== undefined) return (await keyOf({ ...place, ports }, asked)) ?? asked;
  const open = (await requireJobs(ports).all()).filter(({ state }) => state !== "done" && state !== "cancelled");
  const [only, ...others] = open;
  if (only && others.length === 0) return only.feature;
  const message = only ? "the workers have several features" : "the workers have no feature of this repository";
  throw new IflowError(only ? "needs-answer" : "blocked", message, {
    ...(only && { detail: open.map(({ feature }) => feature).join("\n") }),
    fix: only ? `iflow cancel ${only.feature}` : "iflow status",
  });
}

function jobFlags(flags: PhaseFlags): JobFlags {
  const { yolo, until, maxCost, maxDispatches, finish } = runFlags(flags, "chain");
  return {
    ...(yolo && { yolo: true as const }),
    ...(until !== undefined && { until: until as NonNullable<JobFlags["until"]> }), // runFlags has looked at it
    ...(maxCost !== undefined && { maxCost }),
    ...(maxDispatches !== undefined && { maxDispatches }),
    finish: finish ?? "pull-request",
  };
}

const untilWhat = ({ until, finish }: JobFlags): string => {
  const end = finish === "pull-request" ? "a pull request" : "the merge";
  return until === undefined || until === "finish" ? `to ${end}` : `until ${until}`;
};
