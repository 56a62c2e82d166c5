import type { IssueView } from "../../view/model/common.ts";
import { countWords } from "../logic/number-words.ts";
import { type FeatureAt, pathOf } from "../logic/route.ts";
import { ENDS, SEVERITIES } from "../logic/state-words.ts";
import { ChoiceLinks } from "../parts/choice-links.tsx";
import { Tag } from "../parts/tag.tsx";
import { route } from "../state/address.ts";

interface IssueRegisterOf {
  readonly at: FeatureAt;
  readonly issues: readonly IssueView[];
  readonly phase: string | undefined;
}

/** Every issue: what was raised, what its author answered, how it ended. */
export function IssueRegister({ at, issues, phase }: IssueRegisterOf) {
  const { query } = route.value;
  const open = issues.filter(({ end }) => end === "open");
  const of = query.issues === "phase" || query.issues === "open" ? query.issues : "all";
  const hasAnswers = issues.some(({ answer }) => answer !== null);
  const shown = { all: issues, phase: issues.filter((issue) => issue.phase === phase), open }[of];
  const choiceOf = (value: typeof of, label: string) => ({
    label,
    address: pathOf("feature", at, { ...query, issues: value === "all" ? undefined : value }),
    isChosen: value === of,
  });
  return (
    <section class="card" aria-labelledby="issues">
      <div class="card-head">
        <h2 id="issues">Issues</h2>
        <p class="muted">
          {issues.length === 0
            ? "none was raised"
            : `${countWords(issues.length, "issue")} raised, ${open.length} open`}
        </p>
        {issues.length > 0 && (
          <div class="card-choices">
            <ChoiceLinks
              label="Which issues"
              choices={[
                choiceOf("all", "All phases"),
                ...(phase === undefined ? [] : [choiceOf("phase", phase)]),
                choiceOf("open", "Open"),
              ]}
            />
          </div>
        )}
      </div>
      {shown.length > 0 && (
        <table class="table foldable register">
          <thead>
            <tr>
              <th scope="col">Id</th>
              <th scope="col">Severity</th>
              <th scope="col">Issue</th>
              {hasAnswers && <th scope="col">Author’s answer</th>}
              <th scope="col">End</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((issue) => (
              <Row key={`${issue.phase} ${issue.id}`} issue={issue} hasAnswers={hasAnswers} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length === 0 && issues.length > 0 && <p class="card-empty muted">None of these.</p>}
    </section>
  );
}

function Row({ issue, hasAnswers }: { readonly issue: IssueView; readonly hasAnswers: boolean }) {
  const { id, severity, text, where, round, reviewer, answer, insists, end, endRound } = issue;
  const raised = [round !== null && `round ${round}`, reviewer].filter(Boolean).join(", ");
  return (
    <tr id={`issue-${id}`}>
      <th scope="row">
        <code class="id">{id}</code>
      </th>
      <td>
        <Tag said={SEVERITIES[severity]} />
      </td>
      <td class="full">
        <span class="words">{text}</span>
        <span class="second words">
          {where && <code>{where}</code>}
          {where && raised && " · "}
          {raised}
        </span>
      </td>
      {hasAnswers && (
        <td class="full answer">
          <span class="words muted">{answer}</span>
          {insists && (
            <span class="second words">
              {reviewer ?? "its reviewer"} insists: {insists}
            </span>
          )}
        </td>
      )}
      <td class="full nowrap">
        <Tag said={ENDS[end]} />
        {endRound !== null && <span class="muted small"> round {endRound}</span>}
      </td>
    </tr>
  );
}
