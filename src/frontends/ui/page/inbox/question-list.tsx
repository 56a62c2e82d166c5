import { useEffect, useRef, useState } from "preact/hooks";
import type { Wish } from "../logic/keys.ts";
import type { ListedQuestion } from "../logic/question-list.ts";
import { pathOf } from "../logic/route.ts";
import { go } from "../state/address.ts";
import { giveAnswer } from "../state/answers.ts";
import { useKeys } from "../state/use-keys.ts";
import { QuestionArticle } from "./question-article.tsx";

interface QuestionListOf {
  readonly questions: readonly ListedQuestion[];
  readonly asked: string | null;
}

export function QuestionList({ questions, asked }: QuestionListOf) {
  const section = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  // the one that was first when the list came: keys never mean another question because this one was answered elsewhere
  const [first] = useState(() => questions.find(({ isOpen }) => isOpen)?.key);
  const current = questions.find(({ key }) => key === (chosen ?? first)) ?? questions[0];

  const choose = (key: string) => {
    setChosen(key);
    const article = [...(section.current?.children ?? [])].at(questions.findIndex((one) => one.key === key));
    if (article instanceof HTMLElement) article.focus();
  };
  useEffect(() => {
    const named = questions.find(({ card }) => `${card.feature.repo}/${card.id}` === asked);
    if (named) choose(named.key);
  }, [asked]);
  useKeys((wish) => {
    if (!current) return false;
    const by = wish.type === "next" ? 1 : wish.type === "previous" ? -1 : 0;
    if (by === 0) {
      const hasActed = actOn(current, wish);
      if (hasActed) setChosen(current.key);
      return hasActed;
    }
    const at = questions.indexOf(current) + (chosen === null && current.isOpen ? 0 : by);
    const next = questions[at];
    if (next) choose(next.key);
    return true;
  });
  return (
    <section ref={section} class="questions" aria-label="Questions">
      {questions.map((one) => (
        <QuestionArticle
          key={one.key}
          listed={one}
          isLastOfRun={one === lastOfRun(questions, one)}
          isCurrent={one === current}
          choose={() => setChosen(one.key)}
        />
      ))}
    </section>
  );
}

/** What counts for all questions of a run stands below the last of them. */
function lastOfRun(questions: readonly ListedQuestion[], { card: { feature } }: ListedQuestion) {
  return questions.findLast(
    ({ card, isOpen }) => isOpen && card.feature.repo === feature.repo && card.feature.key === feature.key,
  );
}

function actOn({ card, isOpen }: ListedQuestion, wish: Wish): boolean {
  const article = document.querySelector(".question[aria-current]");
  switch (wish.type) {
    case "option": {
      const option = card.options[wish.place];
      if (!option || !isOpen || card.elsewhere !== null) return false;
      giveAnswer(card, option.value, option.label);
      return true;
    }
    case "open":
      go(pathOf("feature", { repo: card.feature.repo, key: card.feature.key }));
      return true;
    case "diff":
      article?.querySelector<HTMLElement>(".frame > summary")?.click();
      return true;
    case "own-words": {
      const field = article?.querySelector<HTMLTextAreaElement>("textarea");
      field?.focus();
      return field !== null && field !== undefined;
    }
    default:
      return false;
  }
}
