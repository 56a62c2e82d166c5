// Which unfinished work an idea means. The same idea again continues; where several could be meant, or only almost the
// same, the person says which.
import { findWork, type IdeaWork, type WorkOnIdea } from "../../../app/feature/idea-work.ts";
import { type BegunWork, NEW_WORK, workQuestion } from "../../../domain/run/questions/work-question.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { DrivePlace } from "../context.ts";

export interface WorkFlags {
  readonly yolo?: boolean;
  readonly new?: boolean;
  /** The chain leaves the brainstorm out, so one that is under way is not meant. */
  readonly withoutBrainstorm: boolean;
}

/** Undefined: a new feature begins. */
export async function chooseWork(place: DrivePlace, idea: string, flags: WorkFlags): Promise<IdeaWork | undefined> {
  if (flags.new) return undefined;
  const found = await findWork(place.ports, place.config.artifactsRoot, idea);
  const all = found.unfinished.filter(({ type }) => type === "feature" || !flags.withoutBrainstorm);
  if (flags.yolo) return theNewest(place, all, found);
  const [only, ...others] = all;
  if (!only) return anew(place, found);
  if (others.length === 0 && only.isSame && !isSaved(only)) return only;
  const key = await ask(place, all, idea);
  return all.find((one) => one.key === key);
}

/** Nothing is taken for granted of an idea that is only almost the same, or of a PRD that was not ready. */
function theNewest(place: DrivePlace, all: readonly IdeaWork[], found: WorkOnIdea): IdeaWork | undefined {
  const newest = all.findLast((one) => one.isSame);
  if (newest && isSaved(newest) && !isReady(newest)) throw undecided([newest], newest.idea);
  return newest ?? anew(place, found);
}

function anew({ person }: DrivePlace, { over }: WorkOnIdea): undefined {
  const last = over.at(-1);
  if (!last) return;
  const how = last.meta?.status === "completed" ? "finished" : last.meta?.status;
  person.say(`${last.feature.key}, the feature of this idea, is ${how}; a new one begins.`);
}

async function ask({ person, signal }: DrivePlace, all: readonly IdeaWork[], idea: string): Promise<string> {
  if (!person.interactive) throw undecided(all, idea);
  const said = await person.ask(workQuestion(all.map(describe)), async () => true, signal); // only this command can be answered
  if (said === undefined || said === "answered-elsewhere") throw undecided(all, idea);
  return said.answer;
}

function undecided(all: readonly IdeaWork[], idea: string): IflowError {
  const ways = [
    ...all.map((one) => ({ command: `iflow continue ${one.key}`, what: describe(one).what })),
    { command: `iflow run ${shellWord(idea)} --${NEW_WORK}`, what: "begins anew" },
  ];
  const lines = ways.flatMap(({ command, what }) => [`  ${command}`, `      ${what}`]);
  return new IflowError("needs-answer", "this idea was begun before: which one do you mean?", {
    detail: lines.join("\n"),
    fix: ways[0]?.command ?? "",
  });
}

function describe(work: IdeaWork): BegunWork {
  const { key, idea } = work;
  const same = work.isSame ? "" : `, begun as "${idea}"`;
  switch (work.type) {
    case "feature":
      return { key, idea, what: `the feature on ${work.known.feature.branch}${same}` };
    case "brainstorm":
      return { key, idea, what: `the open brainstorm${same}` };
    default:
      return {
        key,
        idea,
        what: `makes a feature of ${work.ready.path}${isSaved(work) ? ", which you saved" : ""}${same}`,
      };
  }
}

/** The person decided to stop with the PRD as it is. */
function isSaved(work: IdeaWork): boolean {
  return work.type === "prd" && work.ready.brainstorm.outcome === "review";
}

function isReady(work: IdeaWork): boolean {
  return work.type === "prd" && work.ready.brainstorm.end?.readiness.startsWith("PASSED") === true;
}
