import { useState } from "preact/hooks";
import type { Problem } from "../../view/model/common.ts";
import type { QuestionCard } from "../../view/model/inbox.ts";
import { keyOfQuestion } from "../logic/question-list.ts";
import { ActButton } from "../parts/acts/act-button.tsx";
import { KeyCap } from "../parts/key-cap.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { giveAnswer, refusalNow } from "../state/answers.ts";
import { useDraft } from "../state/drafts.ts";
import { act } from "../state/request.ts";

interface QuestionAnswersOf {
  readonly card: QuestionCard;
  readonly isLastOfRun: boolean;
}

/** The options as buttons; the one that the engine takes by default is tinted and says so. */
export function QuestionAnswers({ card, isLastOfRun }: QuestionAnswersOf) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const { feature, id, options, freeText, canSkip, elsewhere } = card;
  const refusal = refusalNow();
  if (elsewhere !== null)
    return (
      <p class="elsewhere">
        <span class="muted">It is answered where the run was started: </span>
        {elsewhere}
      </p>
    );
  const skip = async () => {
    await act("skip", { repo: feature.repo, key: feature.key }, { id });
    return "Skipped";
  };
  return (
    <div class="answers">
      {refusal && <p class="refusal">{refusal}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
      <div class="options" role="group" aria-label={`Answers to ${id}`}>
        {options.map(({ value, label, hint, isDefault }, place) => (
          <button
            key={value}
            class={`option ${isDefault ? "default" : ""}`}
            type="button"
            aria-disabled={refusal !== null}
            onClick={() => giveAnswer(card, value, label)}
          >
            {place < 9 && <KeyCap name={String(place + 1)} />}
            <span>{label}</span>
            {(hint || isDefault) && <small>{[isDefault && "default", hint].filter(Boolean).join(": ")}</small>}
          </button>
        ))}
      </div>
      {freeText && <OwnWords card={card} isRefused={refusal !== null} />}
      {canSkip && isLastOfRun && (
        <div class="skip-all">
          <ActButton label="Skip all questions of this run" look="plain" act={skip} onProblem={setProblem} />
        </div>
      )}
      {problem && <ProblemNote problem={problem} />}
    </div>
  );
}

function OwnWords({ card, isRefused }: { readonly card: QuestionCard; readonly isRefused: boolean }) {
  const [words, setWords] = useDraft(keyOfQuestion(card));
  const said = words.trim();
  const send = () => said !== "" && giveAnswer(card, said, said);
  return (
    <form
      class="own-words"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        rows={Math.min(8, Math.max(1, words.split("\n").length))}
        aria-label={`Own words to ${card.id}`}
        placeholder={card.options.length > 0 ? "Or in your own words" : "Your answer"}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            send();
          }
          if (event.key === "Escape") event.currentTarget.closest<HTMLElement>("article")?.focus();
        }}
      />
      {said === "" ? (
        <KeyCap name="E" />
      ) : (
        <button class="button soft" type="submit" aria-disabled={isRefused} title="Ctrl and Enter">
          Answer
        </button>
      )}
    </form>
  );
}
