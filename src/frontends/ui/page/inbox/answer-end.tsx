import type { AnswerResult, QuestionCard } from "../../view/model/inbox.ts";
import type { ListedQuestion } from "../logic/question-list.ts";
import { Icon } from "../parts/icon.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import type { Sent } from "../state/answers.ts";

interface AnswerEndOf {
  readonly listed: ListedQuestion;
  readonly outcome: Sent | undefined;
}

/** How a question ended: by an answer from here, by one from elsewhere, or without one. */
export function AnswerEnd({ listed: { card, answered }, outcome }: AnswerEndOf) {
  const { words, answer, about } = endOf(card, answered?.answer, outcome);
  const problem = outcome?.type === "stored" ? outcome.result.problem : null;
  return (
    <>
      <p class="answer-end">
        <span class={answer ? "mark good" : "mark"}>
          <Icon name={answer ? "check" : "gone"} />
        </span>
        <span>
          {words}
          {answer && <strong class="words">{answer}</strong>}
          {about && <span class="muted"> · {about}</span>}
        </span>
      </p>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

interface End {
  readonly words: string;
  readonly answer?: string;
  readonly about?: string;
}

function endOf(card: QuestionCard, stood: string | undefined, outcome: Sent | undefined): End {
  const labelOf = (value: string) => card.options.find((option) => option.value === value)?.label ?? value;
  if (outcome?.type === "sending") return { words: "Sending: ", answer: outcome.label };
  if (outcome?.type === "stored") {
    const { result, label } = outcome;
    return result.stored
      ? { words: "Answered: ", answer: label, about: RUN_WORDS[result.run] }
      : { words: "Answered elsewhere before: ", answer: labelOf(result.answer), about: RUN_WORDS[result.run] };
  }
  if (stood !== undefined) return { words: "Answered elsewhere: ", answer: labelOf(stood) };
  return { words: "Not asked any more" };
}

const RUN_WORDS: Readonly<Record<AnswerResult["run"], string>> = {
  elsewhere: "the run continues",
  started: "the run continues",
  waits: "the run waits for more answers",
  left: "nothing continues the run by itself",
  over: "its run is over",
};
