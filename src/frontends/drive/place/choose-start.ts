// Where the branch of a new feature begins is asked here, before anything is created and while no lock is held.

import { isToStart } from "../../../app/feature/create/start-planned.ts";
import { findOpenStart, type StartPoint } from "../../../app/feature/create/start-point.ts";
import type { KnownFeature } from "../../../app/feature/features.ts";
import { featureOf } from "../../../domain/feature/start-point.ts";
import { startQuestion } from "../../../domain/run/questions/start-question.ts";
import { yoloAnswer } from "../../../domain/run/questions/yolo.ts";
import type { RunFlags } from "../../../domain/run/run.ts";
import type { DrivePlace } from "../context.ts";

interface Said {
  readonly from?: string;
  readonly yolo?: boolean;
}

/** Empty when nothing needs to be decided, or nobody is there who could: then nothing is created, and that is said. */
export async function chooseStart(
  { ports, config, person, signal }: Pick<DrivePlace, "ports" | "config" | "person" | "signal">,
  { from, yolo }: Said,
): Promise<{ readonly from?: string }> {
  if (from !== undefined) return { from };
  if (!yolo && !person.interactive) return {};
  const open = await findOpenStart(ports, config);
  if (!open) return {};
  const question = startQuestion(open);
  const said = yolo ? { answer: yoloAnswer(question.topic) } : await person.ask(question, async () => true, signal); // nobody else can answer it
  if (said === undefined || said === "answered-elsewhere" || said.answer === undefined) return {};
  return { from: said.answer === "stack" ? open.feature : said.answer };
}

/** The flags of a run that begins now; a planned feature gets its branch when its first phase begins. */
export async function withStart(place: DrivePlace, feature: KnownFeature, flags: RunFlags): Promise<RunFlags> {
  return (await isToStart(place.ports, feature)) ? { ...flags, ...(await chooseStart(place, flags)) } : flags;
}

/** Lines below the one that names the feature; none when its branch begins where HEAD was, at the base branch. */
export function startText({ branch, stackedOn, left }: StartPoint): string[] {
  if (stackedOn !== undefined) return [`  stacked on ${stackedOn}, which must be merged first`];
  if (left === undefined) return [];
  return [`  from ${branch}, without the work on ${featureOf(left) ?? left}`];
}
