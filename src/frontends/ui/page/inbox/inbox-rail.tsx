import type { BudgetNote, EndedItem, InboxView, RunningFeature } from "../../view/model/inbox.ts";
import { countWords, moneyWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { outcomeOf } from "../logic/state-words.ts";
import { ContinueButton } from "../parts/acts/feature-acts.tsx";
import { LaneRows } from "../parts/charts/lane-rows.tsx";
import { Meter } from "../parts/charts/meter.tsx";
import { Moment } from "../parts/moment.tsx";
import { Mark } from "../parts/tag.tsx";
import { PauseList } from "./pause-list.tsx";

/** What happens beside the questions. */
export function InboxRail({ view }: { readonly view: InboxView }) {
  return (
    <aside class="column rail" aria-label="What else happens">
      <PauseList pauses={view.pauses} />
      <Budgets budgets={view.budgets} />
      <RunsNow running={view.running} />
      <Ended ended={view.ended} />
    </aside>
  );
}

const featureLink = ({ repo, key }: { readonly repo: string; readonly key: string }) =>
  pathOf("feature", { repo, key });

function Budgets({ budgets }: { readonly budgets: readonly BudgetNote[] }) {
  if (budgets.length === 0) return null;
  return (
    <section aria-labelledby="budgets">
      <h2 id="budgets" class="rail-head">
        Budgets <span class="muted">{budgets.length}</span>
      </h2>
      <ul class="rows">
        {budgets.map(({ feature, spent, budget, isReached }) => (
          <li key={`${feature.repo}/${feature.key}`}>
            <Mark said={{ word: isReached ? "reached" : "nearly spent", icon: "triangle", tone: "warn" }} />
            <a class="cut" href={featureLink(feature)}>
              {feature.name}
            </a>
            <span class="when">
              {moneyWords(spent)} of {moneyWords(budget)}
            </span>
            <span class="second">
              {isReached ? "reached" : "nearly spent"}
              <Meter part={spent} whole={budget} isHot />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RunsNow({ running }: { readonly running: readonly RunningFeature[] }) {
  const left = running.filter(({ isLeft }) => isLeft).length;
  const works = running.length - left;
  const count = [works > 0 && countWords(works, "feature"), left > 0 && `${left} interrupted`].filter(Boolean);
  return (
    <section aria-labelledby="runs-now">
      <h2 id="runs-now" class="rail-head">
        Runs now <span class="muted">{count.join(", ") || "nothing"}</span>
      </h2>
      {running.map(({ feature, phase, round, lanes, isLeft }) => (
        <div key={`${feature.repo}/${feature.key}`} class="group">
          <p class="spread">
            <a class="cut strong" href={featureLink(feature)}>
              {feature.key}
            </a>
            <span class="muted nowrap">
              {phase}
              {round !== null && `, round ${round}`}
            </span>
          </p>
          {isLeft ? (
            <p class="left-run">
              <Mark said={{ word: "interrupted", icon: "left", tone: "warn" }} />
              <span class="small">Its process is gone, nothing is lost.</span>
              <ContinueButton feature={feature} label="Continue" />
            </p>
          ) : (
            <LaneRows feature={feature} lanes={lanes} />
          )}
        </div>
      ))}
    </section>
  );
}

function Ended({ ended }: { readonly ended: readonly EndedItem[] }) {
  if (ended.length === 0) return null;
  return (
    <section aria-labelledby="ended">
      <h2 id="ended" class="rail-head">
        Ended since you last looked
      </h2>
      <ul class="rows">
        {ended.map(({ feature, phase, at, outcome, rounds, cost }) => {
          const said = outcomeOf(outcome);
          const about = [
            `${phase} ${said.word}${rounds === null ? "" : ` in ${countWords(rounds, "round")}`}`,
            cost !== null && moneyWords(cost),
          ];
          return (
            <li key={`${feature.repo}/${feature.key}/${phase}/${at}`}>
              <Mark said={said} />
              <a class="cut" href={featureLink(feature)}>
                {feature.name}
              </a>
              <Moment at={at} />
              <span class="second">{about.filter(Boolean).join(" · ")}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
