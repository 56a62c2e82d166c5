import type { AnsweredItem } from "../../view/model/inbox.ts";
import { keyOfQuestion } from "../logic/question-list.ts";
import { pathOf } from "../logic/route.ts";
import { waitWords } from "../logic/time-words.ts";
import { Icon } from "../parts/icon.tsx";
import { Moment } from "../parts/moment.tsx";

interface AnsweredListOf {
  readonly items: readonly AnsweredItem[];
  /** Those that stand above this list already. */
  readonly above: ReadonlySet<string>;
}

export function AnsweredList({ items, above }: AnsweredListOf) {
  const shown = items.filter((item) => !above.has(keyOfQuestion(item)));
  const [yours, others] = [shown.filter(({ yolo }) => !yolo), shown.filter(({ yolo }) => yolo)];
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="answered">
      <h2 id="answered" class="rail-head">
        Answered in the last day {yours.length > 0 && <span class="muted">{yours.length}</span>}
      </h2>
      <Items items={yours} />
      {others.length > 0 && (
        <details class="rail-fold">
          <summary>
            <Icon name="chevron" />
            {others.length} by --yolo
          </summary>
          <Items items={others} />
        </details>
      )}
    </section>
  );
}

function Items({ items }: { readonly items: readonly AnsweredItem[] }) {
  return (
    <ul class="rows">
      {items.map((item) => (
        <li key={keyOfQuestion(item)}>
          <span class="mark">
            <Icon name="check" />
          </span>
          <a class="words" href={pathOf("feature", { repo: item.feature.repo, key: item.feature.key })}>
            <span class="muted">{item.id}</span> {item.text}
          </a>
          <Moment at={item.at} />
          <span class="second words">
            <strong>{item.label ?? item.answer}</strong>
            {!item.yolo && ` · waited ${waitWords(item.waitedMs)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
