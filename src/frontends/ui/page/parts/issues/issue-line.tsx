import type { IssueView } from "../../../view/model/common.ts";
import { SEVERITIES } from "../../logic/state-words.ts";
import { Tag } from "../tag.tsx";

/** One issue in two lines: what it is, and where and since when. */
export function IssueLine({ issue }: { readonly issue: IssueView }) {
  const { id, severity, text, where, round, reviewer } = issue;
  const since = [round !== null && `raised in round ${round}`, reviewer && `by ${reviewer}`].filter(Boolean).join(" ");
  return (
    <li class="issue-line">
      <span class="nowrap">
        <Tag said={SEVERITIES[severity]} /> <code class="id">{id}</code>
      </span>
      <span>
        <span class="words">{text}</span>
        {(where || since) && (
          <span class="second">
            {where && <code>{where}</code>}
            {where && since && ", "}
            {since}
          </span>
        )}
      </span>
    </li>
  );
}
