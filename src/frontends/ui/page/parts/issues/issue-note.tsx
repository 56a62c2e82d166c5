import type { IssueView } from "../../../view/model/common.ts";
import { ENDS, SEVERITIES } from "../../logic/state-words.ts";
import { Tag } from "../tag.tsx";

/** An issue whole, at its place in a text. */
export function IssueNote({ issue }: { readonly issue: IssueView }) {
  const { id, severity, text, reviewer, round, answer, insists, end, endRound } = issue;
  const raised = [reviewer, round !== null && `round ${round}`].filter(Boolean).join(", ");
  return (
    <aside class={`issue-note ${severity}`} aria-label={`Issue ${id}`}>
      <p class="small">
        <Tag said={SEVERITIES[severity]} /> <code class="id">{id}</code> <span class="muted">{raised}</span>
      </p>
      <p class="words">{text}</p>
      {answer && (
        <p class="words">
          <span class="muted small">author: </span>
          {answer}
        </p>
      )}
      {insists && (
        <p class="words">
          <span class="muted small">{reviewer ?? "reviewer"} insists: </span>
          {insists}
        </p>
      )}
      <p class="small">
        <Tag said={ENDS[end]} />
        {endRound !== null && <span class="muted"> in round {endRound}</span>}
      </p>
    </aside>
  );
}
