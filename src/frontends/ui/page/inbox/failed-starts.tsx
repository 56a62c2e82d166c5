import type { FailedStart } from "../../view/model/inbox.ts";
import { Moment } from "../parts/moment.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";

/** What was begun from a page and did not come to work. */
export function FailedStarts({ starts }: { readonly starts: readonly FailedStart[] }) {
  if (starts.length === 0) return null;
  return (
    <section aria-labelledby="failed-starts">
      <h2 id="failed-starts" class="rail-head">
        Did not start <span class="muted">{starts.length}</span>
      </h2>
      {starts.map(({ repo, feature, command, at, problem }) => (
        <div key={`${command} ${at}`} class="card failed-start">
          <p class="spread small muted">
            <span class="cut">{feature ? feature.key : repo}</span>
            <Moment at={at} />
          </p>
          <p>
            <code class="words">{command}</code>
          </p>
          <ProblemNote problem={problem} />
        </div>
      ))}
    </section>
  );
}
