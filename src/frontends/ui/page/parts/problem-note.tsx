import type { Problem } from "../../view/model/common.ts";
import { Icon } from "./icon.tsx";

/** What went wrong and what to do, as the command says it. */
export function ProblemNote({ problem }: { readonly problem: Problem }) {
  const { code, message, detail, fix } = problem;
  return (
    <section class="problem" aria-label="Problem">
      <span class="mark bad">
        <Icon name="octagon" />
      </span>
      <div>
        <p>
          <strong>{message}</strong> <code class="muted">{code}</code>
        </p>
        {detail && <pre class="detail">{detail}</pre>}
        {fix && (
          <p class="small">
            <span class="muted">What helps: </span>
            <code>{fix}</code>
          </p>
        )}
      </div>
    </section>
  );
}
