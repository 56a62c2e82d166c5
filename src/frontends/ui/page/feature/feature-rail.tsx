import type { FeatureView } from "../../view/model/feature.ts";
import { countWords, moneyWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { outcomeOf, type Said } from "../logic/state-words.ts";
import { Meter } from "../parts/charts/meter.tsx";
import { Icon } from "../parts/icon.tsx";
import { Mark } from "../parts/tag.tsx";
import { AbandonForm } from "./abandon-form.tsx";
import { ReceiptList } from "./receipt-list.tsx";
import { TaskList } from "./task-list.tsx";

export function FeatureRail({ view }: { readonly view: FeatureView }) {
  const { card, receipts, tasks, commits } = view;
  const { feature, money, state } = card;
  const isOver = state === "completed" || state === "abandoned";
  return (
    <aside class="column rail" aria-label="What it consists of">
      <TaskList feature={feature} tasks={tasks} />
      <ReceiptList receipts={receipts} />
      <Documents view={view} />
      <section aria-labelledby="budget">
        <h2 id="budget" class="rail-head spread">
          Spent{" "}
          <span>
            <strong>{moneyWords(money.spent, money.estimated)}</strong>
            {money.budget !== null && <span class="muted"> of {moneyWords(money.budget)}</span>}
          </span>
        </h2>
        {money.budget !== null && (
          <Meter part={money.spent ?? 0} whole={money.budget} isHot={(money.spent ?? 0) >= 0.8 * money.budget} />
        )}
        <p class="second">
          {countWords(money.dispatches, "dispatch", "dispatches")}
          {money.unpriced > 0 && `, ${money.unpriced} without a known price`}
        </p>
      </section>
      {commits.length > 0 && (
        <details class="rail-fold">
          <summary>
            <Icon name="chevron" />
            {countWords(commits.length, "commit")} of its phases
          </summary>
          <ol class="rows">
            {commits.map(({ sha, subject }) => (
              <li key={sha}>
                <Icon name="branch" />
                <span class="words">{subject}</span>
                <code class="when">{sha.slice(0, 7)}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
      {!isOver && state !== "running" && <AbandonForm feature={feature} />}
    </aside>
  );
}

const DOCUMENT: Said = { word: "document", icon: "file", tone: "plain" };

function Documents({ view: { card, documents, merge } }: { readonly view: FeatureView }) {
  const at = { repo: card.feature.repo, key: card.feature.key };
  if (documents.length === 0 && !merge) return null;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" class="rail-head">
        Documents
      </h2>
      <ul class="rows">
        {documents.map(({ name, lines, outcome, issues }) => (
          <li key={name}>
            <Mark said={DOCUMENT} />
            <a class="cut" href={pathOf("document", { ...at, name })}>
              {name}
            </a>
            <span class="when">{countWords(lines, "line")}</span>
            <span class="second">
              {[
                outcome && outcomeOf(outcome).word,
                issues.length > 0 && `${issues.join(", ")} at ${issues.length === 1 ? "its place" : "their places"}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
        {merge && (
          <li>
            <Mark said={{ word: "change", icon: "merge", tone: merge.conflicts.length > 0 ? "warn" : "plain" }} />
            <a class="cut" href={pathOf("changes", at, { what: "merge" })}>
              what would merge
            </a>
            <span class="when">
              +{merge.added} −{merge.removed}
            </span>
            <span class="second words">
              {countWords(merge.commits, "commit")}, {countWords(merge.files, "file")} and{" "}
              {countWords(merge.documents, "document")} into {merge.base},{" "}
              {merge.conflicts.length === 0 ? "no conflict" : `conflicts in ${merge.conflicts.join(", ")}`}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}
