import type { QuestionCard } from "../../view/model/inbox.ts";
import { pathOf } from "../logic/route.ts";
import { Icon } from "../parts/icon.tsx";
import { Waits } from "../parts/waits.tsx";

/** What waits here; it is answered in the inbox, with all that stands beside it. */
export function OpenQuestions({ questions }: { readonly questions: readonly QuestionCard[] }) {
  if (questions.length === 0) return null;
  return (
    <section class="card padded asks" aria-label="Questions">
      <ul>
        {questions.map(({ feature, id, text, since }) => (
          <li key={id}>
            <span class="mark accent">
              <Icon name="ask" />
            </span>
            <a class="words strong" href={pathOf("question", { repo: feature.repo, id })}>
              {text}
            </a>
            <span class="when">
              {id} · waits <Waits since={since} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
