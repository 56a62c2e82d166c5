import { useEffect, useId, useRef } from "preact/hooks";
import type { ListedQuestion } from "../logic/question-list.ts";
import { pathOf } from "../logic/route.ts";
import { Icon } from "../parts/icon.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { Waits } from "../parts/waits.tsx";
import { held, sent } from "../state/answers.ts";
import { AnswerEnd } from "./answer-end.tsx";
import { AnswerHeld } from "./answer-held.tsx";
import { QuestionAnswers } from "./question-answers.tsx";
import { QuestionBeside } from "./question-beside.tsx";

interface QuestionArticleOf {
  readonly listed: ListedQuestion;
  readonly isCurrent: boolean;
  readonly isLastOfRun: boolean;
  readonly choose: () => void;
}

export function QuestionArticle({ listed, isCurrent, isLastOfRun, choose }: QuestionArticleOf) {
  const { key, card, isOpen } = listed;
  const heading = useId();
  const article = useRef<HTMLElement>(null);
  const onItsWay = held.value.find((one) => one.key === key);
  const outcome = sent.value.get(key);
  const isEnded = !isOpen || outcome?.type === "stored" || outcome?.type === "sending";
  const stage = onItsWay ? "held" : isEnded ? "ended" : "open";
  useFocusKept(article.current, stage);
  return (
    <article
      ref={article}
      class={`card question ${stage}`}
      tabIndex={-1}
      aria-labelledby={heading}
      aria-current={isCurrent ? "true" : undefined}
      onFocusCapture={choose}
    >
      <QuestionHeader listed={listed} />
      <h2 id={heading}>{card.text}</h2>
      {stage === "ended" ? (
        <AnswerEnd listed={listed} outcome={outcome} />
      ) : (
        <>
          <QuestionBeside card={card} />
          {outcome?.type === "failed" && <ProblemNote problem={outcome.problem} />}
          {onItsWay ? <AnswerHeld held={onItsWay} /> : <QuestionAnswers card={card} isLastOfRun={isLastOfRun} />}
        </>
      )}
    </article>
  );
}

function QuestionHeader({ listed: { card, isOpen } }: { readonly listed: ListedQuestion }) {
  const { feature, phase, round, id, since, document } = card;
  const at = { repo: feature.repo, key: feature.key };
  return (
    <div class="question-head">
      <span class={`mark ${isOpen ? "accent" : ""}`}>
        <Icon name="ask" />
      </span>
      <a class="strong" href={pathOf("feature", at)}>
        {feature.key}
      </a>
      <span class="nowrap">
        {phase}
        {round !== null && ` · round ${round}`}
      </span>
      {document && (
        <a href={pathOf("document", { ...at, name: document.name })} title={document.path}>
          {document.name}
        </a>
      )}
      <span class="end nowrap">
        <a href={pathOf("question", { repo: feature.repo, id })} title="The address of this question">
          {id}
        </a>
        {isOpen && (
          <>
            {" "}
            · waits <Waits since={since} />
          </>
        )}
      </span>
    </div>
  );
}

/** The button that was pressed is gone now: whoever was there stays at the card. */
function useFocusKept(article: HTMLElement | null, stage: string): void {
  const before = useRef(stage);
  const hadFocus = useRef(false);
  if (before.current !== stage) hadFocus.current = article?.contains(document.activeElement) === true;
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    if (!hadFocus.current || !article || article === document.activeElement) return;
    const next = article.querySelector<HTMLElement>(stage === "held" ? ".take-back" : ".option");
    (stage === "ended" ? article : (next ?? article)).focus({ preventScroll: true });
  }, [stage]);
}
