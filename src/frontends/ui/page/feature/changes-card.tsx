import type { IssueView } from "../../view/model/common.ts";
import type { RoundChange } from "../../view/model/feature.ts";
import { type FeatureAt, pathOf } from "../logic/route.ts";
import { ChoiceLinks } from "../parts/choice-links.tsx";
import { Counts } from "../parts/diff/diff-files.tsx";
import { IssueDiff } from "../parts/issues/issue-diff.tsx";
import { ViewGate } from "../parts/view-gate.tsx";
import { route } from "../state/address.ts";
import { useLook } from "../state/use-look.ts";

interface ChangesCardOf {
  readonly at: FeatureAt;
  readonly changes: readonly RoundChange[];
  readonly issues: readonly IssueView[];
}

const wordsOf = (round: number): string => (round === 0 ? "draft" : String(round));

/** What was changed between two looks of the reviewers. */
export function ChangesCard({ at, changes, issues }: ChangesCardOf) {
  const { query } = route.value;
  const chosen = changes.find(({ from, to }) => `${from}..${to}` === query.change) ?? changes.at(-1);
  if (!chosen) return null;
  return (
    <section class="card" aria-labelledby="changes">
      <div class="card-head">
        <h2 id="changes">
          Between {chosen.fromRound === 0 ? "the draft" : `round ${chosen.fromRound}`} and round {chosen.toRound}
        </h2>
        <p class="muted">
          <span class="words">{chosen.subject}</span>{" "}
          <code>
            {chosen.from.slice(0, 7)} → {chosen.to.slice(0, 7)}
          </code>
        </p>
        {changes.length > 1 && (
          <div class="card-choices">
            <ChoiceLinks
              label="Between which rounds"
              choices={changes.map(({ from, to, fromRound, toRound }) => ({
                label: `${wordsOf(fromRound)} → ${toRound}`,
                address: pathOf("feature", at, { ...query, change: `${from}..${to}` }),
                isChosen: from === chosen.from && to === chosen.to,
              }))}
            />
          </div>
        )}
      </div>
      <Change key={`${chosen.from}..${chosen.to}`} at={at} change={chosen} issues={issues} />
    </section>
  );
}

interface ChangeOf {
  readonly at: FeatureAt;
  readonly change: RoundChange;
  readonly issues: readonly IssueView[];
}

function Change({ at, change, issues }: ChangeOf) {
  const shown = useLook("changes", at, { from: change.from, to: change.to });
  // those that were open when it was made
  const ofPhase = issues.filter(
    ({ phase, round, endRound }) =>
      phase === change.phase && (round ?? 0) <= change.fromRound && (endRound === null || endRound > change.fromRound),
  );
  return (
    <ViewGate shown={shown}>
      {(diff) =>
        diff.files.length === 0 ? (
          <p class="card-empty muted">No file was changed.</p>
        ) : (
          <>
            <p class="card-sum small muted">
              {diff.files.length + diff.more} {diff.files.length + diff.more === 1 ? "file" : "files"}{" "}
              <Counts added={diff.added} removed={diff.removed} />
            </p>
            <IssueDiff diff={diff} issues={ofPhase} openUpTo={120} />
          </>
        )
      }
    </ViewGate>
  );
}
