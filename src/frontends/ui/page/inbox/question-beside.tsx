import type { DiffView } from "../../view/model/common.ts";
import type { QuestionCard } from "../../view/model/inbox.ts";
import { countWords } from "../logic/number-words.ts";
import { Counts, DiffFiles, FileBody } from "../parts/diff/diff-files.tsx";
import { Icon } from "../parts/icon.tsx";
import { IssueLine } from "../parts/issues/issue-line.tsx";

/** What has to be read before the answer: the issue, both sides, the change. */
export function QuestionBeside({ card }: { readonly card: QuestionCard }) {
  const { detail, facts, issues, voices, diff } = card;
  return (
    <div class="beside">
      {detail && <p class="words detail-text">{detail}</p>}
      {issues.length > 0 && (
        <ul class="issue-lines" aria-label="Open issues">
          {issues.map((issue) => (
            <IssueLine key={issue.id} issue={issue} />
          ))}
        </ul>
      )}
      {voices.length > 0 && (
        <dl class="voices">
          {voices.map(({ who, when, text }) => (
            <div key={`${who} ${when}`}>
              <dt>
                {who}
                {when && `, ${when}`}
              </dt>
              <dd class="words">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {facts.length > 0 && (
        <ul class="facts" aria-label="Facts">
          {facts.map(({ mark, text }) => (
            <li key={text} class={mark === "warn" ? "warn" : ""}>
              {mark !== "plain" && (
                <span class={`mark ${mark}`}>
                  <Icon name={mark === "good" ? "check" : "triangle"} />
                </span>
              )}{" "}
              <span class={mark === "plain" ? "muted" : ""}>{text}</span>
            </li>
          ))}
        </ul>
      )}
      {diff && diff.files.length > 0 && <DiffFrame diff={diff} document={card.document} />}
    </div>
  );
}

/** A change that fits on a screen is read at once; D opens the others. */
const FEW_LINES = 60;

interface DiffFrameOf {
  readonly diff: DiffView;
  readonly document: QuestionCard["document"];
}

function DiffFrame({ diff, document }: DiffFrameOf) {
  const [only] = diff.files;
  const isOne = diff.files.length === 1 && diff.more === 0;
  const lines = diff.files.flatMap(({ hunks }) => hunks).reduce((sum, hunk) => sum + hunk.lines.length, 0);
  return (
    <details class="frame" open={isOne && lines <= FEW_LINES}>
      <summary>
        <Icon name="chevron" />
        {isOne && only ? (
          <code class="path">{only.path === document?.path ? document.name : only.path}</code>
        ) : (
          <span>{countWords(diff.files.length + diff.more, "file")}</span>
        )}
        <span class="muted">{diff.title}</span>
        <Counts added={diff.added} removed={diff.removed} />
      </summary>
      {isOne && only ? <FileBody file={only} title={diff.title} /> : <DiffFiles diff={diff} />}
    </details>
  );
}
