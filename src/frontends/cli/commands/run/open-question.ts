// Which open question a person means: one by its id, or the one of a feature, which has one open run at most.
import type { Question } from "../../../../domain/run/questions/question.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { Ports } from "../../../../ports/ports.ts";
import { meantKey } from "../../../drive/place/meant-key.ts";
import type { CommandPlace } from "../command-place.ts";

export interface OpenQuestion {
  readonly id: string;
  readonly feature: string;
  readonly question: Question;
}

/** An id alone when no open question has it: it may have been answered already. */
export async function findQuestion(
  place: CommandPlace,
  asked: string | undefined,
  hasAnswer: boolean,
): Promise<Partial<OpenQuestion> & Pick<OpenQuestion, "id">> {
  const all = await openQuestions(place.ports);
  if (asked !== undefined && isQuestionId(asked)) {
    return all.find(({ id }) => id === asked) ?? { id: asked, ...(await runOf(place.ports, asked)) };
  }
  const key = await meantKey(place, asked);
  const own = key === undefined ? all : all.filter(({ feature }) => feature === key);
  const [first] = own;
  if (!first) throw noQuestion(key === undefined ? "no question is open" : `${key} has no open question`, all);
  const isOne = own.every(({ feature }) => feature === first.feature);
  if (!isOne || (hasAnswer && own.length > 1)) throw noQuestion("several questions are open", own);
  return first;
}

export async function openQuestions({ runs }: Pick<Ports, "runs">): Promise<OpenQuestion[]> {
  return (await runs.open()).flatMap(({ head, pendings }) =>
    pendings.flatMap((question) =>
      question.type === "question" && question.id !== undefined
        ? [{ id: question.id, question, feature: head.feature }]
        : [],
    ),
  );
}

/** An id begins with the number of its feature, or with the key of its brainstorm. */
async function runOf({ runs }: Pick<Ports, "runs">, id: string): Promise<{ readonly feature?: string }> {
  const [prefix = ""] = id.split(".");
  const run = (await runs.open()).find(
    ({ head: { feature } }) => feature === prefix || feature.startsWith(`${prefix}-`),
  );
  return run ? { feature: run.head.feature } : {};
}

/** Names the ones that are open, each with the command that shows it. */
export function noQuestion(what: string, open: readonly OpenQuestion[]): IflowError {
  const [first, ...others] = open.map(({ id }) => `iflow answer ${id}`);
  return new IflowError("usage", what, {
    ...(others.length > 0 && { detail: [first, ...others].join("\n") }),
    fix: first ?? "iflow status",
  });
}

/** `007.2` or `b3.1`; the order of a host has dots, too. */
export function isQuestionId(word: string): boolean {
  return /\.\d+$/.test(word);
}
