// `iflow answer cancel`: one word alone names a feature, or is an answer that an open question of the current feature offers.
// What can only be one of these is it; what can be more is told, with the command for each.
import { knownKeys } from "../../../../app/feature/features.ts";
import { findFeature, type NamedFeature } from "../../../../domain/feature/feature-name.ts";
import { brainstormNumber } from "../../../../domain/review/brainstorm.ts";
import { canBeSkipped } from "../../../../domain/run/questions/question.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { meantKey } from "../../../drive/place/meant-key.ts";
import type { CommandPlace } from "../command-place.ts";
import { isQuestionId, noQuestion, type OpenQuestion, openQuestions } from "./open-question.ts";

export interface Given {
  /** A question or a feature. */
  readonly asked: string | undefined;
  readonly words: readonly string[];
}

export async function readGiven(place: CommandPlace, given: Given): Promise<Given> {
  const { asked: word, words } = given;
  if (word === undefined || words.length > 0 || isQuestionId(word) || brainstormNumber(word) !== undefined)
    return given;
  const current = await meantKey(place, undefined);
  const own = (await openQuestions(place.ports)).filter(({ feature }) => current === undefined || feature === current);
  const answers = idsOffering(own, word).map((id): Given => ({ asked: id, words: [word] }));
  const named = findFeature(await knownKeys(place.ports, place.config.artifactsRoot), word);
  if (answers.length === 0) {
    if (named.type !== "unknown" || named.near.length > 0 || own.length === 0) return given;
    throw noQuestion(`"${word}" is neither a feature nor an answer to what is asked`, own);
  }
  const readings = [...answers, ...namesOf(named).map((key): Given => ({ asked: key, words: [] }))];
  const [only, ...others] = readings;
  if (only !== undefined && others.length === 0) return only;
  throw new IflowError("usage", `"${word}" can mean more than one thing`, {
    detail: readings.map(({ asked, words: said }) => `iflow answer ${[asked, ...said].join(" ")}`).join("\n"),
    fix: "type the one you mean",
  });
}

/** `skip` is for all questions of a run at once, which go by the part of their ids that they share. */
function idsOffering(own: readonly OpenQuestion[], word: string): string[] {
  const questions = own.map(({ question }) => question);
  const isOneRun = own.every(({ feature }) => feature === own[0]?.feature);
  const [shared] = own[0]?.id.split(".") ?? [];
  if (word === "skip" && shared !== undefined && isOneRun && canBeSkipped(questions)) return [shared];
  return own.filter(({ question }) => question.options.some(({ value }) => value === word)).map(({ id }) => id);
}

function namesOf(named: NamedFeature): readonly string[] {
  if (named.type === "unknown") return [];
  return named.type === "found" ? [named.key] : named.keys;
}
