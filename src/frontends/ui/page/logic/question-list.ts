// The questions of an inbox that somebody looks at: none of them moves, a new one comes below, and one that is not open any
// more stays where it was and says how it ended.
import type { AnsweredItem, QuestionCard } from "../../view/model/inbox.ts";

export interface ListedQuestion {
  readonly key: string;
  readonly card: QuestionCard;
  readonly isOpen: boolean;
  /** How it was answered, from here or elsewhere; null as long as that is not known. */
  readonly answered: AnsweredItem | null;
}

export const keyOfQuestion = ({ feature, id }: Pick<QuestionCard, "feature" | "id">): string =>
  `${feature.repo}/${feature.key}/${id}`;

export function listQuestions(
  before: readonly ListedQuestion[],
  open: readonly QuestionCard[],
  answered: readonly AnsweredItem[],
): ListedQuestion[] {
  const cards = new Map(open.map((card) => [keyOfQuestion(card), card]));
  const known = before.map(({ key, card }) => {
    const now = cards.get(key);
    cards.delete(key);
    const end = now ? undefined : answered.find((one) => keyOfQuestion(one) === key);
    return { key, card: now ?? card, isOpen: now !== undefined, answered: end ?? null };
  });
  return [...known, ...[...cards].map(([key, card]) => ({ key, card, isOpen: true, answered: null }))];
}
